import { indentOf, isNoShift, shiftsBetween } from '../indentation.ts';
import type { LineRange } from '../placeEdit.ts';
import { lineDifferences } from '../lines/lineDifferences.ts';
import { type CodeFit, hasMark } from './codeText.ts';
import { fitElided } from './fitElided.ts';
import { lineProblem } from './fitRegion.ts';
import { wholeChanges } from './fitWhole.ts';
import { type Changes, type LineChange, refused } from './lineChange.ts';
import { reindented } from './reindent.ts';
import { isSignificant, removesSome, sharedPart, significantLines } from './significance.ts';

/**
 * Changes for a block whose structure is not known, by its lines alone: it is the whole file if it has all that stands at
 * its margin; else its first and last lines, and those at marks, must be in the file once.
 */
export function fitLines(fit: CodeFit): Changes {
  const whole = fitWholeLines(fit);
  return whole ?? fitFragment(fit);
}

/** Whole, if each line that stands at the margin of the file is in the block too, by how it begins, in the same order. */
function fitWholeLines(fit: CodeFit): Changes | undefined {
  const { block, file } = fit;
  if (block.marks.size > 0) {
    return undefined;
  }
  const [own, theirs] = [marginKeys(block.lines), marginKeys(file.lines)];
  let at = 0;
  for (const key of own) {
    at += key === theirs[at] ? 1 : 0;
  }
  const [a, b] = [significantLines(file.lines), significantLines(block.lines)];
  const isAll = at === theirs.length && theirs.length > 0 && sharedPart(a, b) >= 0.7;
  const isEdged = isSameLine(block.lines[0], file.lines[0]) || file.lines[0]?.trim() === '';
  return (isAll && isEdged && theirs.length > 1) || isEachLineThere(file.lines, block.lines)
    ? wholeChanges(fit)
    : undefined;
}

/** Below it, a file is too short to tell a change of it from other text. In lines that say something. */
const shortestWhole = 5;

/** Whether each line of a file is in a block, or is replaced there by at least as many. */
function isEachLineThere(lines: readonly string[], block: readonly string[]): boolean {
  const [theirs, own] = [lines, block].map((list) =>
    list.map((line) => line.trim()).filter((line) => line !== ''),
  );
  if (theirs === undefined || own === undefined) {
    return false;
  }
  const differences = lineDifferences(theirs, own);
  return (
    theirs.length >= shortestWhole &&
    sharedPart(theirs, own) >= 0.8 &&
    differences !== undefined &&
    differences.every(({ before, after }) => after.to - after.from >= before.to - before.from)
  );
}

function isSameLine(line: string | undefined, other: string | undefined): boolean {
  return line?.trim() === other?.trim();
}

/** How each line begins that is indented the least, or by one level if all is in braces. */
function marginKeys(lines: readonly string[]): readonly string[] {
  const filled = lines.filter(isSignificant);
  const least = filled.reduce((min, line) => Math.min(min, indentOf(line).length), Infinity);
  return filled
    .filter((line) => indentOf(line).length === least)
    .map(
      (line) =>
        line
          .trim()

          .split(/[:=({<>]/, 1)[0] ?? '',
    );
}

/**
 * Lines out of the middle of a file. Without a mark nothing says that lines in between are to go: such a block is refused
 * if it would only remove some.
 */
export function fitFragment(fit: CodeFit): Changes {
  const { block, file } = fit;
  const first = block.lines.findIndex((_, at) => !block.marks.has(at));
  const last = block.lines.findLastIndex((_, at) => !block.marks.has(at));
  const region = regionOf(fit, first, last);
  if (region === undefined) {
    return refused('notFound');
  }
  const { lines, ...range } = region;
  const here = file.lines.slice(range.from, range.to);
  const problem = lineProblem(
    lines.filter((_, at) => !block.marks.has(first + at)),
    file.lines,
    file.language,
  );
  if (problem !== undefined) {
    return refused(problem);
  }
  const code = { from: first, to: last + 1 };
  if (hasMark(block, { from: first + 1, to: last })) {
    return fitElided(fit, { code, region: range, lines });
  }
  const isDeeper = indentOf(lines.at(-1) ?? '').length > indentOf(lines[0] ?? '').length;
  if (bracketDepth(lines) > 0 || isDeeper) {
    return refused('syntax');
  }
  if (here.length > lines.length * 1.5 + 3) {
    return refused('missing');
  }
  if (removesSome(here, lines)) {
    return refused('missing');
  }
  if (sharedPart(significantLines(here), significantLines(lines)) < 0.5) {
    return refused('unlike');
  }
  const change: LineChange = { ...range, lines, quoted: range };
  return [change];
}

/** How many brackets are left open: such a block may have been cut, as may one that ends deeper than it starts. */
function bracketDepth(lines: readonly string[]): number {
  const text = lines.join('\n');
  return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}

/** Where the lines from `first` to `last` of a block are in the file, told by these two, which are in it once. */
function regionOf(
  { block, file, within }: CodeFit,
  first: number,
  last: number,
): (LineRange & { readonly lines: readonly string[] }) | undefined {
  const [start, end] = [block.lines[first] ?? '', block.lines[last] ?? ''];
  if (!isSignificant(start) || first === last) {
    return undefined;
  }
  const found = placesOf(start, file.lines);
  const inside = found.filter((at) => within && at >= within.from && at < within.to);
  const [from, other] = inside.length === 1 ? inside : found;
  if (from === undefined || other !== undefined) {
    return undefined;
  }
  const raw = block.lines
    .slice(first, last + 1)
    .map((line, at) => (block.marks.has(first + at) ? '' : line));
  for (const shift of shiftsBetween(
    indentOf(start),
    indentOf(file.lines[from] ?? ''),
    block.unit,
    file.unit,
  )) {
    const lines = isNoShift(shift) ? raw : reindented(raw, shift, file.lines);
    const lastLine = lines?.at(-1)?.trimEnd() ?? '';
    const to =
      lines === undefined ? undefined : endAt(lastLine, file.lines, from, isSignificant(end));
    if (lines !== undefined && to !== undefined) {
      return { from, to: to + 1, lines };
    }
  }
  return undefined;
}

function placesOf(line: string, lines: readonly string[]): readonly number[] {
  const text = line.trim();
  return lines.flatMap((one, at) => (one.trim() === text ? [at] : []));
}

/** The last line, which is once in the file; or, for a brace, the next one that is indented like the first line. */
function endAt(
  line: string,
  lines: readonly string[],
  from: number,
  isTelling: boolean,
): number | undefined {
  const places = lines.flatMap((one, at) => (at > from && one.trimEnd() === line ? [at] : []));
  if (isTelling) {
    return places.length === 1 && placesOf(line, lines).length === 1 ? places[0] : undefined;
  }
  const indent = indentOf(lines[from] ?? '');
  if (indentOf(line) !== indent) {
    return undefined;
  }
  const [next] = places;
  // Everything up to it is within what the first line begins.
  const isInside = lines
    .slice(from + 1, next)
    .every(
      (one) =>
        one.trim() === '' || (indentOf(one).length > indent.length && one.startsWith(indent)),
    );
  return next !== undefined && isInside ? next : undefined;
}
