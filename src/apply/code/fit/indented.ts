import {
  indentOf,
  type IndentShift,
  type IndentUnit,
  noShift,
  shiftedLine,
  shiftsBetween,
} from '../../lines/indentation.ts';
import { Refused } from '../../plan/refused.ts';
import { isComment } from '../language/significance.ts';

/** Lines of a block, or of the file that they stand for, and what the text that they are from is indented with. */
export interface IndentedLines {
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
}

/**
 * The lines of a block with the indentation of the lines that they stand for: that which makes most of them the same.
 * Models leave out that of a whole block, or of its first line alone. `head` is the line that the first one stands for, if it
 * is known: then that one is indented as it. Lines that are `outside` of the indentation stay as they are.
 */
export function indentedAs(
  own: IndentedLines,
  old: IndentedLines,
  name: string,
  head: string | undefined,
  outside: ReadonlySet<string> = new Set(),
): readonly string[] {
  const known = new Set(old.lines.map((line) => line.trimEnd()));
  const same = (lines: readonly string[]): number =>
    lines.filter((line) => line.trim() !== '' && known.has(line.trimEnd())).length;
  const [first = '', ...rest] = own.lines;
  const base = indentOf(head ?? old.lines[0] ?? '');
  const shifts = shiftsTo(own, old, head);
  const isBare =
    head !== undefined &&
    base !== '' &&
    indentOf(first) === '' &&
    rest.every((line) => !/^\S/.test(line) || outside.has(line));
  const candidates = [
    ...(isBare ? [noShift, ...shifts] : []).map((shift) => {
      const others = shiftedLines(rest, shift, known, outside);
      const inside = others?.filter((line) => line.trim() !== '' && !outside.has(line));
      const [next = base] = inside ?? [];
      // The rest of something is indented at least as its first line, and further where that goes on in it.
      return inside?.every((line) => line.startsWith(base)) === true &&
        (indentOf(next).length > base.length || !goesOn(first, next))
        ? [base + first].concat(others ?? [])
        : undefined;
    }),
    ...shifts.map((shift) => shiftedLines(own.lines, shift, known, outside)),
  ].filter((lines) => lines !== undefined);
  // Spaces behind tabs that the block does not have are no indentation of the file.
  const isMixed = (line: string): boolean =>
    /^\t* +[^\s*]/.test(line) && !known.has(line.trimEnd());
  const isHead = ([line = '']: readonly string[]): boolean =>
    head === undefined || indentOf(line) === indentOf(head);
  const isEven = (lines: readonly string[]): boolean =>
    old.unit !== '\t' || own.unit === '\t' || !lines.some(isMixed);
  const [best] = candidates
    .filter(isHead)
    .toSorted((a, b) => same(b) - same(a) || Number(isEven(b)) - Number(isEven(a)));
  if (best === undefined || !isEven(best)) {
    throw new Refused('indent', name);
  }
  return best;
}

/** Whether a line ends within something, or the next one begins there. A comment does not. */
function goesOn(line: string, next: string): boolean {
  return (
    (!isComment(line, undefined) &&
      /[^\p{L}\p{N}\s_;)\]}>'"`]$/u.test(line.slice(-20).trimEnd())) ||
    /^\s*[.?&|+]/.test(next.slice(0, 500))
  );
}

/** In pairs of lines: more do not tell more. */
const mostPairs = 40;

/** How the indentation may become that of the file, told by the first lines and by those that both have once. */
function shiftsTo(
  own: IndentedLines,
  old: IndentedLines,
  head = old.lines[0] ?? '',
): readonly IndentShift[] {
  const places = new Map<string, number[]>();
  old.lines.forEach((line, at) => {
    places.set(line.trim(), [...(places.get(line.trim()) ?? []).slice(0, 1), at]);
  });
  const pairs = own.lines.flatMap((line) => {
    const [at, other] = places.get(line.trim()) ?? [];
    return line.trim() === '' || at === undefined || other !== undefined
      ? []
      : [[line, old.lines[at] ?? ''] as const];
  });
  const firsts = [own.lines[0] ?? '', head] as const;
  const indents = [...new Set(own.lines.map(indentOf))];
  const shifts = new Map<string, IndentShift>();
  for (const [line, other] of [firsts, ...pairs.slice(0, mostPairs)]) {
    for (const shift of shiftsBetween(indentOf(line), indentOf(other), own.unit, old.unit)) {
      // Those that make the same of all lines are one.
      shifts.set(JSON.stringify([shift === noShift, ...indents.map(shift)]), shift);
    }
  }
  return [...shifts.values()];
}

/**
 * Lines with another indentation, but for those that are `outside` of it; undefined if one cannot be shifted, or is new within a
 * text of several lines, in which white space counts.
 */
function shiftedLines(
  lines: readonly string[],
  shift: IndentShift,
  known: ReadonlySet<string>,
  outside: ReadonlySet<string>,
): readonly string[] | undefined {
  if (shift === noShift) {
    return lines;
  }
  const shifted: string[] = [];
  let isInText = false;
  for (const line of lines) {
    const moved = outside.has(line) ? line : shiftedLine(line, shift);
    if (moved === undefined || (isInText && line.trim() !== '' && !known.has(moved.trimEnd()))) {
      return undefined;
    }
    shifted.push(moved);
    const quotes = line.match(/`|"""|'''/g)?.length ?? 0;
    isInText = quotes % 2 === 1 ? !isInText : isInText;
  }
  return shifted;
}
