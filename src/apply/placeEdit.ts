import type { BlockEdit } from './blockEdits.ts';
import { closeness, findPlaces, type Place, type SearchedText } from './findPlaces.ts';
import { foldedText } from './foldedText.ts';

/** Lines of a text, the first and the one after the last, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

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
 * Why there is no place. `notFound`: the lines are not there. `common`: they are too short or too usual to tell a place.
 * `overlapping`: the places overlap. `uneven`: their indentation differs from line to line. `identifier`: a name is
 * spelled with other characters. `nowhere`: the edit does not say what it replaces.
 */
export type NoPlaceReason =
  'notFound' | 'common' | 'overlapping' | 'uneven' | 'identifier' | 'nowhere';

/** Where an edit belongs. */
export type Placing =
  /** `sure`: word by word in one place. `proved`: in one place but for white space or signs, with a second witness. */
  | { readonly kind: 'placed'; readonly place: Place; readonly trust: 'sure' | 'proved' }
  /** The user has to choose. The likeliest comes first. */
  | { readonly kind: 'several'; readonly places: readonly Place[] }
  | { readonly kind: 'none'; readonly reason: NoPlaceReason };

/** Finds the one place of an edit, or says why there is none. Likeness never decides between places. */
export function placeEdit(edit: BlockEdit, text: SearchedText, locators: Locators): Placing {
  const { search } = edit;
  if (search.every((line) => line.trim() === '')) {
    return { kind: 'none', reason: 'nowhere' };
  }
  const all = findPlaces(search, text);
  if (all === 'tooMany') {
    return { kind: 'none', reason: 'common' };
  }
  // Models drop blanks at the ends of lines, and write code at the margin that is indented in the file.
  const same = all.filter(({ closeness: one }) => one === 'same' || one === 'trimmed');
  const isExact = same.length > 0 && (same.length === all.length || !isAtMargin(search));
  const hits = isExact ? same : all;
  const left = candidates(hits, search.length, locators);
  const [place, other] = left;
  if (place === undefined) {
    return { kind: 'none', reason: 'notFound' };
  }
  if (other !== undefined) {
    return left.some((one, at) => one.line < (left[at - 1]?.line ?? -Infinity) + search.length)
      ? { kind: 'none', reason: 'overlapping' }
      : { kind: 'several', places: ranked(left, edit) };
  }
  if (place.closeness === 'uneven') {
    return { kind: 'none', reason: 'uneven' };
  }
  if (place.closeness === 'folded' && spellsOtherwise(search, text.lines.slice(place.line))) {
    return { kind: 'none', reason: 'identifier' };
  }
  if (place.closeness === 'same' && (locators.isSeen || isTelling(search, text))) {
    return { kind: 'placed', place, trust: hits.length === 1 ? 'sure' : 'proved' };
  }
  // Lines that the model has seen, and that are there once, are those.
  const isOnly =
    locators.isSeen &&
    all.length === 1 &&
    search.some((line) => isSignificant(foldedText(line).trim()));
  return isOnly || isTelling(search, text) || isWitnessed(edit, place, locators)
    ? { kind: 'placed', place, trust: 'proved' }
    : { kind: 'none', reason: 'common' };
}

/** The places that are left of several: the one that was chosen, or those that no other edit has been given. */
function candidates(
  hits: readonly Place[],
  count: number,
  { within, chosen, taken = [] }: Locators,
): readonly Place[] {
  const own = hits.filter(({ line }) => line === chosen?.from && line + count === chosen.to);
  const free = hits.filter(
    ({ line }) => !taken.some(({ from, to }) => line < to && line + count > from),
  );
  const inside = free.filter((place) => isWithin(place, count, within));
  if (own.length === 1 || hits.length < 2) {
    return own.length === 1 ? own : hits;
  }
  return inside.length === 1 ? inside : free.length > 0 ? free : hits;
}

function isAtMargin(lines: readonly string[]): boolean {
  return lines.some((line) => /^\S/.test(line));
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
  const keys = search.map((line) => foldedText(line).trim()).filter(isSignificant);
  const single = new Set(keys.filter((key) => linesByKey.get(key)?.length === 1));
  return keys.length >= tellingRun || single.size >= tellingLines;
}

/** Whether a line says more than `}`, `end` or `else {`. */
function isSignificant(key: string): boolean {
  const words = key.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.some((word) => !usualWords.has(word) && word.length > 1);
}

const usualWords: ReadonlySet<string> = new Set(
  'begin break continue default do else end endif esac false fi finally null pass return self then this true try'.split(
    ' ',
  ),
);

/** Whether a name in the search has other characters than in the file, although both look the same. */
function spellsOtherwise(search: readonly string[], here: readonly string[]): boolean {
  return search.some((line, at) => namesIn(line) !== namesIn(here[at] ?? ''));
}

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
