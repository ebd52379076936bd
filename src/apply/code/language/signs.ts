import { foldedText } from '../../lines/modelText.ts';
import { scannedLines } from './scannedLines.ts';

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
  const written = new Map(text.map((line) => [foldedText(line).trim(), line]));
  const scan = scannedLines(lines, language);
  const inner = new Set(
    lines.filter((_, at) => scan[at]?.within === 'text').map((line) => line.trim()),
  );
  const used = new Set(text.join('').match(typographic));
  return added.some(
    (line) =>
      isOtherwise(line, written.get(foldedText(line).trim())) ||
      (unseen.test(line.replaceAll(belonging, '')) && !text.some((one) => unseen.test(one))) ||
      ((language !== 'markdown' || inner.has(line)) && isInCode(line, used)),
  );
}

/** Whether the same line is written with other signs. */
function isOtherwise(line: string, other: string | undefined): boolean {
  return other !== undefined && (isOdd(line) || isOdd(other));
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
