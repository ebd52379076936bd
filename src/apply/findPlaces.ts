import { groupedBy } from './code/items/item.ts';
import { foldedText } from './foldedText.ts';
import {
  commonShift,
  type IndentShift,
  indentOf,
  type IndentUnit,
  indentUnit,
} from './indentation.ts';
import { isBlank } from './lines/blankLines.ts';
import type { LineRange } from './lines/lineRange.ts';

/** Lines of a file that may be the ones that are searched for. */
export interface Place extends LineRange {
  /** Whether there are as many blank lines between the lines as in the search. */
  readonly isEven: boolean;
  /** Whether they are the same, blanks at their ends aside. */
  readonly isExact: boolean;
  /** Whether those with text are the same, white space at their edges aside. Else some signs only look the same. */
  readonly isSame: boolean;
  /** How the block gets the indentation of the file; undefined if there is no one way. */
  readonly fit: IndentFit | undefined;
  /** The line of the file for one of the search; undefined for a blank one where the file has others. */
  readonly lineOf: (at: number) => number | undefined;
}

/** How lines of a block get the indentation of a file. */
export interface IndentFit {
  readonly shift: IndentShift;
  /** The indentation that the block lacks in its first line alone, as models leave it out. */
  readonly first: string;
}

/** A text in which places are found. */
export interface SearchedText {
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
  readonly filled: readonly FilledLine[];
  /** Which of the lines with text have a key. */
  readonly byKey: ReadonlyMap<string, readonly number[]>;
}

/** A line with text, and what it has in common with every line that is like it. */
interface FilledLine {
  readonly line: number;
  readonly key: string;
}

/** Prepares a text for many searches. */
export function searchedText(lines: readonly string[]): SearchedText {
  const filled = filledLines(lines);
  const byKey = groupedBy(filled.keys(), (at) => filled[at]?.key ?? '');
  return { lines, unit: indentUnit(lines), filled, byKey };
}

/** The lines with text, without regard to white space at their edges and to signs that only look different. */
export function filledLines(lines: readonly string[]): readonly FilledLine[] {
  const all = lines.map((text, line) => ({ line, key: foldedText(text).trim() }));
  return all.filter(({ key }) => key !== '');
}

/** More places than this are as good as none: nobody would choose among them. */
export const mostPlaces = 1000;

/**
 * The places of `search` in a text, in its order; at most one more than `mostPlaces`. Blank lines count only if the search is
 * somewhere with them. A search without text is nowhere.
 */
export function findPlaces(search: readonly string[], text: SearchedText): readonly Place[] {
  const filled = filledLines(search);
  const [rarest] = filled
    .map(({ key }, index) => ({ index, found: text.byKey.get(key) ?? [] }))
    .toSorted((a, b) => a.found.length - b.found.length);
  const ranks = new Map(filled.map(({ line }, rank) => [line, rank]));
  const unit = indentUnit(search);
  const places = (rarest?.found ?? [])
    .map((found) => found - (rarest?.index ?? 0))
    .filter((first) => filled.every(({ key }, at) => key === text.filled[first + at]?.key))
    .slice(0, mostPlaces + 1)
    .map((first) => placeAt(search, { first, ranks, unit }, text));
  const even = places.filter(({ isEven }) => isEven);
  return even.length > 0 ? even : places;
}

/** What a search has at a place. */
interface Found {
  /** Which of the lines with text is the first of the place. */
  readonly first: number;
  /** The same for each line with text of the search, counted from there. */
  readonly ranks: ReadonlyMap<number, number>;
  readonly unit: IndentUnit | undefined;
}

function placeAt(
  search: readonly string[],
  { first, ranks, unit }: Found,
  text: SearchedText,
): Place {
  const lineAt = (rank: number): number => text.filled[first + rank]?.line ?? 0;
  const filledLine = (at: number): number | undefined => {
    const rank = ranks.get(at);
    return rank === undefined ? undefined : lineAt(rank);
  };
  const [head = 0] = ranks.keys();
  const start = lineAt(0) - head;
  const isEven = search.every((line, at) =>
    isBlank(line) ? isBlank(text.lines[start + at] ?? '-') : filledLine(at) === start + at,
  );
  const lineOf = isEven ? (at: number) => start + at : filledLine;
  const here = (): readonly string[] => search.map((_, at) => text.lines[lineOf(at) ?? -1] ?? '');
  const isLike = (of: (line: string) => string): boolean => {
    const lines = here();
    return search.every((line, at) => isBlank(line) || of(line) === of(lines[at] ?? ''));
  };
  // There may be many places, of which only one is used.
  return {
    from: isEven ? start : lineAt(0),
    to: isEven ? start + search.length : lineAt(ranks.size - 1) + 1,
    isEven,
    lineOf,
    get isExact() {
      return isEven && isLike((line) => line.trimEnd());
    },
    get isSame() {
      return isLike((line) => line.trim());
    },
    get fit() {
      return fitOf(search, here(), unit, text.unit);
    },
  };
}

function fitOf(
  search: readonly string[],
  here: readonly string[],
  unit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): IndentFit | undefined {
  const shift = commonShift(search, here, unit, fileUnit);
  if (shift !== undefined) {
    return { shift, first: '' };
  }
  const isAtMargin = /^\S/.test(search[0] ?? '');
  const others = isAtMargin && commonShift(search.slice(1), here.slice(1), unit, fileUnit);
  return others ? { shift: others, first: indentOf(here[0] ?? '') } : undefined;
}
