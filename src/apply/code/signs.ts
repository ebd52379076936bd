import { foldedText } from '../foldedText.ts';
import { innerLines } from './innerLines.ts';

/** Signs that belong between the letters of some scripts and the parts of an emoji, and an apostrophe within a word. */
const belonging = /(?<=[^ -~])[\u200c\u200d](?=[^ -~])|(?<=\p{L})\u2019(?=\p{L})/gu;

/** Characters that are not seen, and such as only look like a space. */
const unseen = /[\u00a0\u200b-\u200f\u2060\u202a-\u202f\u2066-\u2069\ufeff]/;

const typographic = /[\u2018-\u201f\u00a0]/g;

/**
 * Whether lines that a text does not have yet have signs of typography in the place of those of code: quotes, dashes or
 * spaces that a line of the text writes otherwise, or such as stand in code, and characters that cannot be seen.
 */
export function addsSigns(
  lines: readonly string[],
  text: readonly string[],
  language: string | undefined,
): boolean {
  const known = new Set(text.map((line) => line.trim()));
  const added = lines.map((line) => line.trim()).filter((line) => !known.has(line));
  const oddKnown = new Set(text.filter(isOdd).map((line) => foldedText(line).trim()));
  if (added.some((line) => oddKnown.has(foldedText(line).trim()))) {
    return true;
  }
  const odd = added.filter(isOdd);
  if (odd.length === 0) {
    return false;
  }
  const inner = new Set(Array.from(innerLines(lines, language), (at) => lines[at]?.trim()));
  const used = new Set(text.join('').match(/[\u00a0\u2018-\u201f]/g));
  return odd.some(
    (line) =>
      known.has(foldedText(line).trim()) ||
      (unseen.test(line.replaceAll(belonging, '')) && !text.some((one) => unseen.test(one))) ||
      ((language !== 'markdown' || inner.has(line)) && isInCode(line, used)),
  );
}

/** Whether a line has signs that are compared as others. */
function isOdd(line: string): boolean {
  return foldedText(line) !== line.normalize('NFC');
}

/** Whether a sign that the text does not have stands outside of quotes. */
function isInCode(line: string, used: ReadonlySet<string>): boolean {
  const code = line
    .slice(0, 2000)
    .replaceAll(belonging, '')
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '""');
  return code.match(typographic)?.some((sign) => !used.has(sign)) ?? false;
}
