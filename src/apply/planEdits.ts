import { type BlockEdit, withoutBlankEdges } from './blockEdits.ts';
import type { TextPlan } from './blockPlan.ts';
import { Refused, required, unlessRefused } from './code/refused.ts';
import {
  findPlaces,
  mostPlaces,
  type Place,
  searchedText,
  type SearchedText,
} from './findPlaces.ts';
import { fitEdit } from './fitEdit.ts';
import type { LineRange } from './lines/lineRange.ts';
import { mergedChanges } from './lines/mergedText.ts';
import { type LineChange, splicesOf } from './lines/splices.ts';
import { lineTexts } from './lines/textLines.ts';
import { isExact, placeEdit } from './placeEdit.ts';

/** The file that edits are for. */
export interface TargetText {
  /** As it is now. */
  readonly text: string;
  /** The whole file as the model saw it; missing if it did not see it, or only a part. */
  readonly seen?: string | undefined;
  /** The lines of `seen`, or else of `text`, that the user has selected or attached. */
  readonly within?: LineRange | undefined;
  /** Of a text without a grammar, as far as it matters: in `markdown`, titles are no comments. */
  readonly language?: string | undefined;
  /** What the user has answered for edits that fit several places. */
  readonly chosen?: readonly ChosenPlace[] | undefined;
}

/** The place that the user has chosen for an edit: lines of `seen`, or else of `text`. */
export interface ChosenPlace {
  /** Which of the edits, counted from 0. */
  readonly edit: number;
  readonly place: LineRange;
}

/** A larger file is not applied to. In characters and lines. */
export const largest = { length: 5_000_000, lines: 50_000, line: 100_000 };

/** A block with more edits is not applied. */
const mostEdits = 50_000;

/** Refuses a file that is too large to be compared. */
export function checkSize({ text, seen = text }: TargetText): void {
  const lines = lineTexts(seen);
  const isLarge =
    Math.max(text.length, seen.length) > largest.length ||
    lines.length > largest.lines ||
    lines.some((line) => line.length > largest.line);
  if (isLarge) {
    throw new Refused('large');
  }
}

/** Plans how edits become changes of a text: all of them or none. */
export function planEdits(edits: readonly BlockEdit[], target: TargetText): TextPlan {
  return unlessRefused(() => {
    checkSize(target);
    if (edits.length > mostEdits) {
      throw new Refused('large');
    }
    const { text, seen = text, within } = target;
    const searched = searchedText(lineTexts(seen));
    const now = seen === text ? searched : searchedText(lineTexts(text));
    const isDone = (edit: BlockEdit): boolean =>
      readings(edit)
        .flat()
        .some((one) => isThere(one, now, within));
    if (edits.every(isDone)) {
      return { kind: 'alreadyThere' };
    }
    // Nothing is asked for a block that is refused in any case.
    const found = placedEdits(edits, searched, target);
    const index = found.findIndex(({ places }) => places.length > 1);
    const open = found[index];
    if (open !== undefined) {
      return several(open, { index, count: edits.length });
    }
    const changes = found.flatMap(({ edit, places }) =>
      places.flatMap((place) => fitEdit(edit, place)),
    );
    const merged = required(mergedChanges(inOrder(changes), searched.lines, now.lines), 'changed');
    return merged.length === 0
      ? { kind: 'alreadyThere' }
      : { kind: 'apply', splices: splicesOf(merged, text), leftOut: [] };
  });
}

/** An edit as its lines are in the text, and where that is. */
interface PlacedEdit {
  readonly edit: BlockEdit;
  readonly places: readonly Place[];
}

function placedEdits(
  edits: readonly BlockEdit[],
  text: SearchedText,
  { seen, within, chosen = [] }: TargetText,
): readonly PlacedEdit[] {
  let count = 0;
  return edits.map((given, index) => {
    const edit = asFound(given, text);
    const places = placeEdit(edit, text, {
      isSeen: seen !== undefined,
      within,
      chosen: chosen.find((one) => one.edit === index)?.place,
      taken: chosen.flatMap((one) => (one.edit === index ? [] : [one.place])),
    });
    count += places.length - 1;
    if (count > mostPlaces) {
      throw new Refused('common');
    }
    return { edit, places };
  });
}

/**
 * The ways to read an edit, the likeliest first. Lines of a diff that stay may lack the space before them, and models add and
 * drop blank lines at the edges of what they quote.
 */
function readings({ unsigned, ...edit }: BlockEdit): readonly (readonly BlockEdit[])[] {
  const { statedLine } = edit;
  const whole = [edit, ...(unsigned === undefined ? [] : [{ ...unsigned, statedLine }])];
  return [whole, whole.map(withoutBlankEdges)];
}

/**
 * The reading of an edit that a text has word by word, or else one that it has. Where the replacement stands, the blank lines
 * that the search has more of may be what was removed.
 */
function asFound(edit: BlockEdit, text: SearchedText): BlockEdit {
  const isThere = (lines: readonly string[]): boolean => findPlaces(lines, text).length > 0;
  const isSame = ({ search }: BlockEdit): boolean => findPlaces(search, text).some(isExact);
  const best = (ways: readonly BlockEdit[] = []): BlockEdit | undefined =>
    ways.find(isSame) ?? ways.find(({ search }) => isThere(search));
  const [whole = [], bare] = readings(edit);
  return (
    best(whole) ?? (whole.some(({ replace }) => isThere(replace)) ? undefined : best(bare)) ?? edit
  );
}

/**
 * Whether a text has the replacement of an edit, and the search nowhere but in it: a block that is applied twice changes
 * nothing the second time.
 */
function isThere(
  { search, replace }: BlockEdit,
  text: SearchedText,
  within: LineRange | undefined,
): boolean {
  const [old, all] = [findPlaces(search, text), findPlaces(replace, text)];
  if (old.length > mostPlaces || all.length > mostPlaces) {
    return false;
  }
  const there = all.filter(({ closeness }) => closeness !== 'folded' && closeness !== 'uneven');
  if (old.length > 0) {
    return old.every(({ line }) =>
      there.some((one) => one.line <= line && line + search.length <= one.line + replace.length),
    );
  }
  // Lines that are in the search as well are there before and afterwards.
  if (`\n${search.join('\n')}\n`.includes(`\n${replace.join('\n')}\n`)) {
    return false;
  }
  // Where the replaced lines are gone, one line of some length is enough: nothing is changed because of it.
  const isSeen = replace.some((line) => line.trim().length >= 12);
  const placed = unlessRefused(() =>
    placeEdit({ search: replace, replace: search }, text, { isSeen, within }),
  );
  return 'length' in placed && placed.length === 1 && there.length === all.length;
}

function several(
  { edit: { search, replace }, places }: PlacedEdit,
  edit: { readonly index: number; readonly count: number },
): TextPlan {
  const isGone = (line: string): boolean => line.trim() !== '' && !replace.includes(line);
  return {
    kind: 'several',
    places: places.map(({ line }) => ({ from: line, to: line + search.length })),
    edit: { ...edit, line: search.find(isGone) ?? search[0] ?? '' },
  };
}

/** Changes in the order of the text. Two edits must not change the same lines, or add some at the same place. */
function inOrder(changes: readonly LineChange[]): readonly LineChange[] {
  const sorted = changes.toSorted((a, b) => a.from - b.from || a.to - b.to);
  for (const [at, change] of sorted.entries()) {
    const before = sorted[at - 1];
    // Those of one edit have the same quoted lines.
    if (before === undefined || before.quoted === change.quoted) {
      continue;
    }
    const isAdded = change.from === change.to || before.from === before.to;
    if (isAdded ? change.from <= before.to : change.from < before.to) {
      throw new Refused('overlap');
    }
  }
  return sorted;
}
