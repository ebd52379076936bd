import { groupedBy } from '../code/items/item.ts';
import { Refused, required } from '../plan/refused.ts';
import { isBlank } from '../lines/blankLines.ts';
import {
  commonShift,
  indentOf,
  type IndentUnit,
  indentUnit,
  shiftedLine,
} from '../lines/indentation.ts';
import { foldedText } from '../lines/modelText.ts';
import type { LineRange } from '../lines/textLines.ts';
import type { TargetText } from '../plan/blockPlan.ts';
import type { BlockEdit } from './editsIn.ts';

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
  /** Which line of the file each of the search is; undefined for a blank one where the file has others. */
  readonly lines: readonly (number | undefined)[];
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
function filledLines(lines: readonly string[]): readonly FilledLine[] {
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
  const [head = 0, end = 0] = [filled[0]?.line, filled.at(-1)?.line];
  const unit = indentUnit(search);
  return (first) => {
    const lineOf = (at: number): number | undefined =>
      text.filled[first + (ranks.get(at) ?? NaN)]?.line;
    const [from = 0, to = 0] = [lineOf(head), lineOf(end)];
    const start = from - head;
    const isEven = search.every((line, at) =>
      isBlank(line) ? isBlank(text.lines[start + at] ?? '-') : lineOf(at) === start + at,
    );
    const lines = (): Place['lines'] => search.map((_, at) => (isEven ? start + at : lineOf(at)));
    const here = (): readonly string[] => lines().map((line) => text.lines[line ?? -1] ?? '');
    const isLike = (of: (line: string) => string): boolean => {
      const own = here();
      return search.every((line, at) => isBlank(line) || of(line) === of(own[at] ?? ''));
    };
    // There may be many places, of which only one is used.
    return {
      from: isEven ? start : from,
      to: isEven ? start + search.length : to + 1,
      isEven,
      get lines() {
        return lines();
      },
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

/**
 * Where an edit belongs: the one place, or several, of which the user has to choose one. `taken` are those of the edits before
 * it. Likeness never decides between places. Throws `Refused` if there is none.
 */
export function placeEdit(
  edit: BlockEdit,
  text: SearchedText,
  target: TargetText,
  taken: readonly LineRange[],
): readonly Place[] {
  const { search } = edit;
  const all = findPlaces(search, text);
  if (all.length > mostPlaces || search.every(isBlank)) {
    throw new Refused('place');
  }
  // Models drop blanks at the ends of lines, and write code at the margin that is indented in the file.
  const exact = all.filter(({ isExact }) => isExact);
  const isAtMargin = search.some((line) => /^\S/.test(line));
  const found = exact.length > 0 && !isAtMargin ? exact : all;
  const places = found.length < 2 ? found : candidates(found, edit, text, target, taken);
  const place = required(places[0], 'notFound');
  if (places.length > 1) {
    if (places.some(({ from }, at) => from < (places[at - 1]?.to ?? 0))) {
      throw new Refused('place');
    }
    return places;
  }
  required(place.fit, 'indent');
  // Lines that the model has seen, and that are there once, are those.
  if (target.seen === undefined && !isTelling(search) && !isWithin(place, target.within)) {
    throw new Refused('place');
  }
  return [place];
}

/** The places that are left of several: the one that was chosen, or those that were not chosen for another edit. */
function candidates(
  places: readonly Place[],
  { around = [] }: BlockEdit,
  text: SearchedText,
  { within, chosen = [] }: TargetText,
  taken: readonly LineRange[],
): readonly Place[] {
  const own = chosen.find((one) => isIn(places, one) && !isIn(taken, one));
  const free = places.filter(
    ({ from, to }) => !chosen.some((one) => from < one.to && to > one.from),
  );
  const ways = [
    free.filter((place) => isWithin(place, within)),
    behind(around, free, text),
    places.filter((place) => own !== undefined && isIn([own], place)),
    free,
  ];
  return ways.find(({ length }) => length === 1) ?? (free.length > 0 ? free : places);
}

function isIn(all: readonly LineRange[], { from, to }: LineRange): boolean {
  return all.some((one) => one.from === from && one.to === to);
}

function isWithin(place: Place, within: LineRange | undefined): boolean {
  return within !== undefined && place.from >= within.from && place.to <= within.to;
}

/** The first place behind lines that stand one after the other, the first of them once; none if there are none. */
function behind(
  around: readonly string[],
  places: readonly Place[],
  { lines }: SearchedText,
): readonly Place[] {
  let from = -1;
  for (const start of around) {
    const isIt = (line: string, at: number): boolean => at > from && line.trim().startsWith(start);
    const next = lines.findIndex(isIt);
    if (next === -1 || (from === -1 && lines.findLastIndex(isIt) !== next)) {
      return [];
    }
    from = next;
  }
  return places.filter((place) => from !== -1 && place.from >= from).slice(0, 1);
}

/** Whether the lines of a search are enough to tell a place: two different ones that say something. */
function isTelling(search: readonly string[]): boolean {
  const keys = filledLines(search).map(({ key }) => key);
  return new Set(keys.filter((key) => /[\p{L}\p{N}_]{2}/u.test(key))).size > 1;
}
