import type { BlockEdit } from './blockEdits.ts';
import { Refused, required } from './code/refused.ts';
import {
  filledLines,
  findPlaces,
  mostPlaces,
  type Place,
  type SearchedText,
} from './findPlaces.ts';
import { isBlank } from './lines/blankLines.ts';
import type { LineRange } from './lines/lineRange.ts';
import type { TargetText } from './replyBlock.ts';

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
