import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import { count } from './lineBody.ts';
import { scannedLines } from '../language/scannedLines.ts';

/**
 * Rules where a grammar sees nothing, or where there is none: whether a text has brackets, words or an indentation that do
 * not belong together. A text that breaks one of them before a change may do so afterwards.
 */
export function breaksBalance(
  before: readonly string[],
  after: readonly string[],
  language: string | undefined,
): boolean {
  const faults = (lines: readonly string[]): readonly number[] => faultsOf(lines, language);
  const had = faults(before);
  return faults(after).some((count, at) => count > (had[at] ?? 0));
}

/** Languages without brackets that must match. */
const prose: ReadonlySet<string> = new Set(['markdown', 'text']);

function faultsOf(lines: readonly string[], language = ''): readonly number[] {
  if (prose.has(language)) {
    return [];
  }
  const code = scannedLines(lines, language).map((line) => line.code);
  return [
    bracketFaults(code),
    Math.max(0, missing(code, tries)),
    Math.abs(missing(code, words[language])),
    ...(language === 'python' ? [indentFaults(code)] : []),
  ];
}

/** How many brackets are left open, or closed without being open. */
function bracketFaults(lines: readonly string[]): number {
  let faults = 0;
  const open: string[] = [];
  for (const line of lines) {
    for (const [sign] of line.matchAll(/[()[\]{}]/g)) {
      const pair = pairs[sign];
      if (pair === undefined) {
        open.push(sign);
      } else if (open.pop() !== pair) {
        faults += 1;
      }
    }
  }
  return faults + open.length;
}

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** How many lines of Python are indented further than a line that begins no block, or by nothing that is open. */
function indentFaults(lines: readonly string[]): number {
  let faults = 0;
  let levels = [0];
  let [depth, isOpened, isJoined] = [0, false, false];
  for (const line of lines.filter((one) => !isBlank(one))) {
    if (depth === 0 && !isJoined) {
      const indent = indentOf(line).length;
      const last = levels.at(-1) ?? 0;
      faults += Number(isOpened !== indent > last);
      faults += Number(indent < last && !levels.includes(indent));
      levels = [...levels.filter((level) => level < indent), indent];
    }
    depth = Math.max(0, depth + count(line, /[([{]/g) - count(line, /[)\]}]/g));
    isJoined = line.trimEnd().endsWith('\\');
    isOpened = depth === 0 && line.trimEnd().endsWith(':');
  }
  return faults;
}

/** Words that open something, and those that close it. */
type Words = readonly [start: RegExp, end: RegExp];

/** A `try` with more on its line needs nothing that goes with it. */
const tries: Words = [/^(?:\}\s?)?try\s?[:{]$/g, /^(?:\}\s?)?(?:catch|except|finally)\b/g];

/** A grammar goes on behind an `end` too many. */
const words: Readonly<Record<string, Words>> = {
  elixir: [/\bdo$|\bfn\b(?!.{0,200}\bend\b)/g, /^end\b/g],
  lua: [/\bfunction\b|^(?:if|for|while)\b|^do$/g, /\bend\b/g],
  ruby: [
    /^(?:class|module|def(?!.*\)\s*=\s)(?!\s+\S+\s*=\s)|if|unless|case|begin|while|until|for)\b(?!.*\bend\b)|\bdo(?:\s*\|[^|]*\|)?$|=\s*(?:if|case|begin|unless)\b(?!.*\bend\b)/g,
    /^end\b/g,
  ],
};

/** How many more words there are that open something than such that close it. */
function missing(lines: readonly string[], pair: Words | undefined): number {
  const [start, end] = pair ?? [];
  const times = (sign: RegExp | undefined): number =>
    sign === undefined ? 0 : lines.reduce((sum, line) => sum + count(line.trim(), sign), 0);
  return times(start) - times(end);
}
