import { isMark } from '../code/language/marks.ts';
import { Refused, required } from '../plan/refused.ts';
import { isBlank } from '../lines/blankLines.ts';
import { lineDifferences } from '../lines/lineDifferences.ts';
import { mergedChanges } from '../lines/mergedText.ts';
import { foldedText, unnumbered } from '../lines/modelText.ts';
import { type LineChange, splicesOf } from '../lines/splices.ts';
import { lineTexts } from '../lines/textLines.ts';
import type { TargetText, TextPlan } from '../plan/blockPlan.ts';
import { type BlockEdit, isChange } from './editsIn.ts';
import {
  findPlaces,
  mostPlaces,
  type Place,
  placeEdit,
  searchedText,
  type SearchedText,
} from './findPlaces.ts';

/** A block with more edits is not applied. */
const mostEdits = 50_000;

/**
 * Plans how edits become changes of a text: all of them or none. One that is there already changes nothing. Throws
 * `Refused`.
 */
export function planEdits(edits: readonly BlockEdit[], target: TargetText): TextPlan {
  if (edits.length > mostEdits) {
    throw new Refused('large');
  }
  const { text, seen = text } = target;
  const searched = searchedText(lineTexts(seen));
  const now = seen === text ? searched : searchedText(lineTexts(text));
  // One edit may be there by chance, in another place.
  const areAllDone = edits.length > 1 && edits.every((edit) => isThere(edit, now, false));
  const isKnown = target.seen === text && !areAllDone;
  const found: PlacedEdit[] = [];
  let count = 0;
  for (const given of edits) {
    for (const edit of asRead(given, searched)) {
      const isDone = isThere(edit, now, isKnown);
      const taken = found.flatMap(({ places: [one, ...others] }) =>
        target.chosen === undefined || one === undefined || others.length > 0 ? [] : one,
      );
      const places = isDone ? [] : placeEdit(edit, searched, target, taken);
      found.push({ edit, places });
      count += Math.max(0, places.length - 1);
    }
    if (count > mostPlaces) {
      throw new Refused('place');
    }
  }
  // Nothing is asked for a block that is refused in any case.
  const index = found.findIndex(({ places }) => places.length > 1);
  const open = found[index];
  if (open !== undefined) {
    return several(open, { index, count: found.length });
  }
  const changes = found.flatMap(({ edit, places }) =>
    places.flatMap((place) => fitEdit(edit, place)),
  );
  const merged = required(mergedChanges(inOrder(changes), searched.lines, now.lines), 'changed');
  return merged.length === 0
    ? { kind: 'alreadyThere' }
    : { kind: 'apply', splices: splicesOf(merged, text), leftOut: [] };
}

/** An edit as its lines are in the text, and where that is: nowhere if it is there already. */
interface PlacedEdit {
  readonly edit: BlockEdit;
  readonly places: readonly Place[];
}

/**
 * An edit as a text has it: as it is, or without the signs or numbers that a model has forgotten or put before its lines. If
 * it is nowhere, and search and replacement have the same marks, it is what is between these: what they stand for stays.
 */
function asRead({ unsigned, ...edit }: BlockEdit, text: SearchedText): readonly BlockEdit[] {
  const [search, replace] = [unnumbered(edit.search), unnumbered(edit.replace)];
  const ways = [
    edit,
    ...(unsigned === undefined ? [] : [{ ...edit, ...unsigned }]),
    ...(search === undefined || replace === undefined ? [] : [{ ...edit, search, replace }]),
  ].map((way) => ({ way, places: findPlaces(way.search, text) }));
  const best =
    ways.find(({ places }) => places.some(({ isExact }) => isExact)) ??
    ways.find(({ places }) => places.length > 0);
  if (best !== undefined) {
    return [best.way];
  }
  const [old, now] = [edit.search, edit.replace].map(betweenMarks);
  return old !== undefined && old.length > 1 && old.length === now?.length
    ? old.flatMap((part, at) => {
        const change: BlockEdit = { ...edit, search: part, replace: now[at] ?? [] };
        return isChange(change) ? [change] : [];
      })
    : [edit];
}

function betweenMarks(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isMark(line, undefined)) {
      parts.push([]);
    } else {
      parts.at(-1)?.push(line);
    }
  }
  return parts;
}

/** In characters; shorter texts are in a file by chance. */
const tellingLength = 12;

/**
 * Whether a text has the replacement of an edit, and the search nowhere but in it: a block that is applied twice changes
 * nothing the second time. In a text that the model has seen as it is, an edit that is there quotes a line beside it.
 */
function isThere({ search, replace }: BlockEdit, text: SearchedText, isKnown: boolean): boolean {
  const [old, all] = [findPlaces(search, text), findPlaces(replace, text)];
  const there = all.filter(({ isEven, isSame, fit }) => isEven && isSame && fit !== undefined);
  if (old.length > mostPlaces || all.length > mostPlaces) {
    return false;
  }
  if (old.length > 0) {
    return old.every(({ from, to }) => there.some((one) => one.from <= from && to <= one.to));
  }
  // Lines that are in the search as well are there before and afterwards.
  const isOfSearch = `\n${search.join('\n')}\n`.includes(`\n${replace.join('\n')}\n`);
  const isQuoted = replace.some((line) => !isBlank(line) && search.includes(line));
  const isTelling = replace.join('').trim().length >= tellingLength;
  const isOnly = all.length === 1 && there.length === 1;
  return isOnly && isTelling && !isOfSearch && (isQuoted || !isKnown);
}

function several(
  { edit: { search, replace }, places }: PlacedEdit,
  edit: { readonly index: number; readonly count: number },
): TextPlan {
  const isGone = (line: string): boolean => !isBlank(line) && !replace.includes(line);
  return {
    kind: 'several',
    places: places.map(({ from, to }) => ({ from, to })),
    edit: { ...edit, line: search.find(isGone) ?? search[0] ?? '' },
  };
}

/** Changes in the order of the text. Two edits must not change the same lines, or add some at the same place. */
function inOrder(changes: readonly LineChange[]): readonly LineChange[] {
  const sorted = changes.toSorted((a, b) => a.from - b.from || a.to - b.to);
  for (const [at, { from, to }] of sorted.entries()) {
    const before = sorted[at - 1] ?? { from: -2, to: -1 };
    const isAdded = from === to || before.from === before.to;
    if (isAdded ? from <= before.to : from < before.to) {
      throw new Refused('overlap');
    }
  }
  return sorted;
}

/**
 * What an edit changes at its place: only lines that the replacement does not share with the search, so that all others
 * keep their bytes. New lines get the indentation of the text.
 */
function fitEdit({ search, replace }: BlockEdit, place: Place): readonly LineChange[] {
  const fit = required(place.fit, 'indent');
  const { isSame, isEven, lines: known } = place;
  const changes = lineDifferences(search, replace).map(({ before, after }) => {
    const own = known.slice(before.from, before.to).filter((line) => line !== undefined);
    const ahead = known.slice(0, before.from);
    const above = ahead.findLast((line) => line !== undefined) ?? place.from - 1;
    const from = own[0] ?? above + 1;
    const lines = replace
      .slice(after.from, after.to)
      .map((line, at) => required(fit(line, after.from + at === 0), 'indent'));
    // The block writes quotes, dashes or spaces otherwise than the file, perhaps here too.
    if (!isSame && lines.some((line) => foldedText(line) !== line)) {
      throw new Refused('signs');
    }
    return { from, to: (own.at(-1) ?? above) + 1, lines };
  });
  // Where the file has other blank lines, it keeps them.
  return changes.filter(({ from, to, lines }) => isEven || from < to || !lines.every(isBlank));
}
