import type { BlockEdit } from './blockEdits.ts';
import { Refused, required } from './code/refused.ts';
import {
  closeness,
  findPlaces,
  keyOf,
  mostPlaces,
  type Place,
  type SearchedText,
} from './findPlaces.ts';
import { isBlank } from './lines/blankLines.ts';
import type { LineRange } from './lines/lineRange.ts';

export type { LineRange };

/** What else is known of the place of an edit. */
export interface Locators {
  /** The model saw exactly this text, so that lines it quotes are lines of it. */
  readonly isSeen: boolean;
  /** The lines that the user has selected or attached. */
  readonly within?: LineRange | undefined;
  /** The place that the user has chosen for this edit. */
  readonly chosen?: LineRange | undefined;
  /** The places that the user has chosen for other edits, which this one cannot be for. */
  readonly taken?: readonly LineRange[] | undefined;
}

/**
 * Where an edit belongs: the one place, or several, of which the user has to choose one. Likeness never decides between
 * places. Throws `Refused` if there is none.
 */
export function placeEdit(
  edit: BlockEdit,
  text: SearchedText,
  locators: Locators,
): readonly Place[] {
  const { search } = edit;
  if (search.every(isBlank)) {
    throw new Refused('nowhere');
  }
  const all = findPlaces(search, text);
  if (all.length > mostPlaces) {
    throw new Refused('common');
  }
  // Models drop blanks at the ends of lines, and write code at the margin that is indented in the file.
  const exact = all.filter(isExact);
  const isAtMargin = search.some((line) => /^\S/.test(line));
  const places = candidates(exact.length > 0 && !isAtMargin ? exact : all, search.length, locators);
  const place = required(places[0], 'notFound');
  if (places.length > 1) {
    if (places.some((one, at) => one.line < (places[at - 1]?.line ?? -Infinity) + search.length)) {
      throw new Refused('overlapping');
    }
    return ranked(places, edit);
  }
  if (place.closeness === 'uneven') {
    throw new Refused('indent');
  }
  const here = text.lines.slice(place.line, place.line + search.length);
  if (search.some((line, at) => namesIn(line) !== namesIn(here[at] ?? ''))) {
    throw new Refused('signs');
  }
  // Lines that the model has seen, and that are there once, are those.
  const isOnly = locators.isSeen && (place.closeness === 'same' || all.length === 1);
  if (!isOnly && !isTelling(search, text) && !isWitnessed(edit, place, locators)) {
    throw new Refused('common');
  }
  return [place];
}

/** Whether a place has the lines that are searched for, but for blanks at their ends. */
export function isExact({ closeness: one }: Place): boolean {
  return one === 'same' || one === 'trimmed';
}

/** The places that are left of several: the one that was chosen, or those that no other edit has been given. */
function candidates(
  places: readonly Place[],
  count: number,
  { within, chosen, taken = [] }: Locators,
): readonly Place[] {
  const own = places.filter(({ line }) => line === chosen?.from && line + count === chosen.to);
  if (own.length === 1 || places.length < 2) {
    return own.length === 1 ? own : places;
  }
  const free = places.filter(
    ({ line }) => !taken.some(({ from, to }) => line < to && line + count > from),
  );
  const inside = free.filter((place) => isWithin(place, count, within));
  return [inside, free].find(({ length }) => length === 1) ?? (free.length > 0 ? free : places);
}

function isWithin({ line }: Place, count: number, within: LineRange | undefined): boolean {
  return within !== undefined && line >= within.from && line + count <= within.to;
}

/** How far a stated line may be off to count as a witness. In lines. */
const statedTolerance = 3;

/** Whether something besides its lines speaks for a place. */
function isWitnessed(
  { search, statedLine }: BlockEdit,
  place: Place,
  { within }: Locators,
): boolean {
  const isStated = statedLine !== undefined && Math.abs(statedLine - place.line) <= statedTolerance;
  return isStated || isWithin(place, search.length, within);
}

/** Lines that are in the text once each tell a place, each for itself. */
const tellingLines = 2;

/** So many lines in a row tell a place, even if each is in the text more than once. */
const tellingRun = 3;

/** Whether the lines of a search are enough to tell a place. */
function isTelling(search: readonly string[], { linesByKey }: SearchedText): boolean {
  const keys = search.map(keyOf).filter((key) => /[\p{L}\p{N}_]{2}/u.test(key));
  const single = new Set(keys.filter((key) => linesByKey.get(key)?.length === 1));
  return keys.length >= tellingRun || single.size >= tellingLines;
}

/** The names in a line, with characters that cannot be seen: some only look the same. */
function namesIn(line: string): string {
  return (line.match(/[\p{L}\p{M}\p{N}_\u200b-\u200f\u2060\ufeff]+/gu) ?? []).join(' ');
}

/** The closest first, then those near the stated line. */
function ranked(places: readonly Place[], { statedLine = 0 }: BlockEdit): readonly Place[] {
  return places.toSorted(
    (a, b) =>
      closeness.indexOf(a.closeness) - closeness.indexOf(b.closeness) ||
      Math.abs(a.line - statedLine) - Math.abs(b.line - statedLine),
  );
}
