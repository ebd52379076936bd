import { groupedBy } from './code/items/item.ts';
import { foldedText } from './foldedText.ts';
import { commonShift, indentOf, type IndentUnit, indentUnit, shiftedLine } from './indentation.ts';
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
  /** Gives lines of the block the indentation of the file; undefined if there is no one way. */
  readonly fit: Fit | undefined;
  /** The line of the file for one of the search; undefined for a blank one where the file has others. */
  readonly lineOf: (at: number) => number | undefined;
}

/** A line with the indentation of a file; undefined if it cannot have that. `isFirst`: the first one of its block. */
type Fit = (line: string, isFirst: boolean) => string | undefined;

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
  const places = (rarest?.found ?? [])
    .map((found) => found - (rarest?.index ?? 0))
    .filter((first) => filled.every(({ key }, at) => key === text.filled[first + at]?.key))
    .slice(0, mostPlaces + 1)
    .map(placeIn(search, filled, text));
  const even = places.filter(({ isEven }) => isEven);
  return even.length > 0 ? even : places;
}

/** Gives the place of a search whose first line with text has a number among those of the text. */
function placeIn(
  search: readonly string[],
  filled: readonly FilledLine[],
  text: SearchedText,
): (first: number) => Place {
  const ranks = new Map(filled.map(({ line }, rank) => [line, rank]));
  const unit = indentUnit(search);
  return (first) => {
    const filledLine = (at: number): number | undefined =>
      text.filled[first + (ranks.get(at) ?? NaN)]?.line;
    const [head = 0, end = 0] = [filled[0]?.line, filled.at(-1)?.line];
    const [from = 0, to = 0] = [filledLine(head), filledLine(end)];
    const start = from - head;
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
      from: isEven ? start : from,
      to: isEven ? start + search.length : to + 1,
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
  };
}

function fitOf(
  search: readonly string[],
  here: readonly string[],
  ...units: readonly [IndentUnit | undefined, IndentUnit | undefined]
): Fit | undefined {
  const shift = commonShift(search, here, ...units);
  if (shift !== undefined) {
    return (line) => shiftedLine(line, shift);
  }
  // Models leave out the indentation of the first line alone.
  const rest = isBare(search[0] ?? '') && commonShift(search.slice(1), here.slice(1), ...units);
  const indent = indentOf(here[0] ?? '');
  return rest
    ? (line, isFirst) => {
        const fitted = isFirst && isBare(line) ? indent + line : shiftedLine(line, rest);
        return fitted?.startsWith(indent) === true || isBlank(line) ? fitted : undefined;
      }
    : undefined;
}

function isBare(line: string): boolean {
  return /^\S/.test(line);
}
