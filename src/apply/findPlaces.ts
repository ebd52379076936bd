import { groupedBy } from './code/items/item.ts';
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

/** Lines of a file that may be the ones that are searched for. */
export interface Place {
  /** The first line, counted from 0. There are as many as are searched for. */
  readonly line: number;
  readonly closeness: (typeof closeness)[number];
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
  const keys = lines.map(keyOf);
  const linesByKey = groupedBy(keys.keys(), (at) => keys[at] ?? '');
  return { lines, unit: indentUnit(lines), keys, linesByKey };
}

/** What a line has in common with every line that is like it. */
export function keyOf(line: string): string {
  return foldedText(line).trim();
}

/** More places than this are as good as none: nobody would choose among them. */
export const mostPlaces = 1000;

/** The places of `search` in a text, in its order; at most one more than `mostPlaces`. A search without text is nowhere. */
export function findPlaces(search: readonly string[], text: SearchedText): readonly Place[] {
  const keys = search.map(keyOf);
  const [rarest] = keys
    .map((key, index) => ({ key, index, found: text.linesByKey.get(key) ?? [] }))
    .filter(({ key }) => key !== '')
    .toSorted((a, b) => a.found.length - b.found.length);
  if (rarest === undefined) {
    return [];
  }
  const unit = indentUnit(search);
  return rarest.found
    .map((found) => found - rarest.index)
    .filter((line) => keys.every((key, at) => key === text.keys[line + at]))
    .slice(0, mostPlaces + 1)
    .map((line) => {
      const here = text.lines.slice(line, line + search.length);
      const shift = commonShift(search, here, unit, text.unit);
      const isSame = (of: (one: string) => string): boolean =>
        here.every((one, at) => of(one) === of(search[at] ?? ''));
      return { line, closeness: closenessOf(shift, isSame), shift: shift ?? noShift };
    });
}

function closenessOf(
  shift: IndentShift | undefined,
  isSame: (of: (line: string) => string) => boolean,
): Place['closeness'] {
  if (isSame((line) => line)) {
    return 'same';
  }
  if (shift === undefined) {
    return 'uneven';
  }
  if (!isSame((line) => line.trim())) {
    return 'folded';
  }
  return isNoShift(shift) ? 'trimmed' : 'indented';
}
