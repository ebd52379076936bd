import { foldedText } from './foldedText.ts';
import {
  commonShift,
  type IndentShift,
  type IndentUnit,
  indentUnit,
  isNoShift,
  noShift,
} from './indentation.ts';

/**
 * How closely lines of a file are like those that are searched for, the closest first: the same; the same but for
 * blanks at their ends; indented otherwise, all by the same; with other quotes, dashes or characters that cannot be
 * seen; indented unevenly, which is no match but may be what is meant.
 */
export const closeness = ['same', 'trimmed', 'indented', 'folded', 'uneven'] as const;

type Closeness = (typeof closeness)[number];

/** Lines of a file that may be the ones that are searched for. */
export interface Place {
  /** The first line, counted from 0. There are as many as are searched for. */
  readonly line: number;
  readonly closeness: Closeness;
  /** How the indentation of the block becomes that of the file. */
  readonly shift: IndentShift;
}

/** A text in which places are found. */
export interface SearchedText {
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
  /** What each line has in common with every line that is like it; see `keyOf`. */
  readonly keys: readonly string[];
  /** The lines that have a key, by the key. */
  readonly linesByKey: ReadonlyMap<string, readonly number[]>;
}

/** Prepares a text for many searches. */
export function searchedText(lines: readonly string[]): SearchedText {
  const linesByKey = new Map<string, number[]>();
  const keys = lines.map(keyOf);
  keys.forEach((key, index) => {
    const known = linesByKey.get(key);
    if (known === undefined) {
      linesByKey.set(key, [index]);
    } else {
      known.push(index);
    }
  });
  return { lines, unit: indentUnit(lines), keys, linesByKey };
}

/** What a line has in common with every line that is like it. */
function keyOf(line: string): string {
  return foldedText(line).trim();
}

/** More places than this are as good as none, and are not looked at. */
const maxPlaces = 1000;

/**
 * All places of `search` in a text, in its order; `tooMany` if even the rarest line of the search is in it more than
 * a thousand times. `unit` is the indentation of the block. An empty search is nowhere.
 */
export function findPlaces(
  search: readonly string[],
  { lines, unit: fileUnit, keys: fileKeys, linesByKey }: SearchedText,
  unit: IndentUnit | undefined = indentUnit(search),
): readonly Place[] | 'tooMany' {
  const keys = search.map(keyOf);
  const rarest = keys
    .map((key, index) => ({ index, found: linesByKey.get(key) ?? [] }))
    .filter(({ index }) => keys[index] !== '')
    .toSorted((a, b) => a.found.length - b.found.length)[0];
  if (rarest === undefined) {
    return [];
  }
  if (rarest.found.length > maxPlaces) {
    return 'tooMany';
  }
  const places: Place[] = [];
  for (const found of rarest.found) {
    const line = found - rarest.index;
    const isHere =
      line >= 0 &&
      line + search.length <= lines.length &&
      keys.every((key, at) => key === fileKeys[line + at]);
    if (isHere) {
      const here = lines.slice(line, line + search.length);
      places.push({ line, ...likeness(search, here, unit, fileUnit) });
    }
  }
  return places;
}

function likeness(
  search: readonly string[],
  here: readonly string[],
  unit: IndentUnit | undefined,
  fileUnit: IndentUnit | undefined,
): Pick<Place, 'closeness' | 'shift'> {
  if (here.every((text, at) => text === search[at])) {
    return { closeness: 'same', shift: noShift };
  }
  const shift = commonShift(search, here, unit, fileUnit);
  if (shift === undefined) {
    return { closeness: 'uneven', shift: noShift };
  }
  const isFolded = here.some((text, at) => text.trim() !== search[at]?.trim());
  if (isFolded) {
    return { closeness: 'folded', shift };
  }
  return { closeness: isNoShift(shift) ? 'trimmed' : 'indented', shift };
}
