import { type BlockEdit, withoutBlankEdges } from './blockEdits.ts';
import { findPlaces, searchedText, type SearchedText } from './findPlaces.ts';
import { behindMark, fitEdit, type Splice, spliced } from './fitEdit.ts';
import { type LineRange, type NoPlaceReason, placeEdit, type Placing } from './placeEdit.ts';
import { type QuotedSplice, rebased } from './rebase.ts';
import { lineTexts, textLines, type TextLine, usualLineEnd } from './lines/textLines.ts';

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

/**
 * Why edits cannot be applied. `changed`: the file was edited at that place since the model saw it. `rewritten`: it was
 * edited so much that no place can be told. `indent`: a new line cannot be indented as the file is. `signs`: it may have other signs
 * than meant. `overlap`: two edits change the same lines. `large`: the file is too large.
 */
export type RefusalReason =
  NoPlaceReason | 'changed' | 'rewritten' | 'indent' | 'signs' | 'overlap' | 'large';

/** What can be done with the edits of a block. It is all of them or none. */
export type EditPlan =
  | {
      readonly kind: 'apply';
      /** In order, without overlaps. */
      readonly splices: readonly Splice[];
      /** How certain the least certain of the places is. */
      readonly trust: 'sure' | 'proved';
    }
  /** The file already is as it would be afterwards. */
  | { readonly kind: 'alreadyThere' }
  /** The user has to choose a place for one of the edits. Plan again with it among `chosen`. */
  | {
      readonly kind: 'several';
      /** Which of the edits, counted from 0. */
      readonly edit: number;
      readonly places: readonly LineRange[];
    }
  | {
      readonly kind: 'refuse';
      readonly reason: RefusalReason;
      /** The edit that is the reason, counted from 0. */
      readonly edit: number;
    };

/** A larger file is not applied to. In characters and lines. */
export const largest = { length: 5_000_000, lines: 50_000, line: 100_000 };

/** A block with more edits is not applied. */
const mostEdits = 50_000;

/** No more places are kept for all edits of a block that fit several: nobody would choose among them. */
const mostPlaces = 10_000;

/** Plans how edits become changes of a text. The plan is about the text as it is now. */
export function planEdits(edits: readonly BlockEdit[], target: TargetText): EditPlan {
  if (target.text.startsWith(byteOrderMark)) {
    const plan = planEdits(edits, withoutMark(target));
    return plan.kind === 'apply' ? { ...plan, splices: plan.splices.map(behindMark) } : plan;
  }
  const { seen = target.text, within, chosen = [] } = target;
  const isLarge = Math.max(seen.length, target.text.length) > largest.length;
  if (isLarge || edits.length > mostEdits) {
    return { kind: 'refuse', reason: 'large', edit: 0 };
  }
  const lines = textLines(seen);
  if (lines.length > largest.lines || lines.some(({ text }) => text.length > largest.line)) {
    return { kind: 'refuse', reason: 'large', edit: 0 };
  }
  const text = searchedText(lines.map((line) => line.text));
  const now = seen === target.text ? text : searchedText(lineTexts(target.text));
  const place = (given: BlockEdit, index: number): Found => {
    const edit = asFound(given, text);
    const placing = placeEdit(edit, text, {
      isSeen: target.seen !== undefined,
      within,
      chosen: chosen.find((one) => one.edit === index)?.place,
      taken: chosen.flatMap((one) => (one.edit === index ? [] : [one.place])),
    });
    return { edit, placing };
  };
  const whole: Found[] = [];
  let places = 0;
  for (const [index, edit] of edits.entries()) {
    const one = place(edit, index);
    places += one.placing.kind === 'several' ? one.placing.places.length : 0;
    if (places > mostPlaces) {
      return { kind: 'refuse', reason: 'common', edit: index };
    }
    whole.push(one);
  }
  // Models add and drop blank lines at the edges of what they quote.
  const found = whole.map((one, index) =>
    one.placing.kind === 'none' && findPlaces(one.edit.replace, text).length === 0
      ? place(withoutBlankEdges(one.edit), index)
      : one,
  );
  return isAlreadyThere(whole, now, within) || isAlreadyThere(found, now, within)
    ? { kind: 'alreadyThere' }
    : planPlaced(found, { lines, now: target.text, seen });
}

/** The edit as its lines are in the text: those that stay may lack the space that is before them in a diff. */
function asFound(edit: BlockEdit, text: SearchedText): BlockEdit {
  const { unsigned } = edit;
  const isThere = (lines: readonly string[]): boolean => {
    const places = findPlaces(lines, text);
    return (
      places !== 'tooMany' && places.some(({ closeness }) => /^(?:same|trimmed)$/.test(closeness))
    );
  };
  return unsigned !== undefined && !isThere(edit.search) && isThere(unsigned.search)
    ? { ...edit, ...unsigned, unsigned: undefined }
    : edit;
}

const byteOrderMark = '\ufeff';

function withoutMark({ text, seen, ...target }: TargetText): TargetText {
  return { ...target, text: text.slice(1), seen: seen?.replace(/^\ufeff/, '') };
}

/** An edit, as far as it counts, and where it belongs. */
interface Found {
  readonly edit: BlockEdit;
  readonly placing: Placing;
}

interface Texts {
  readonly lines: readonly TextLine[];
  readonly now: string;
  readonly seen: string;
}

function planPlaced(found: readonly Found[], { lines, now, seen }: Texts): EditPlan {
  const lineEnd = usualLineEnd(lines);
  const all: PlannedSplice[] = [];
  let trust: 'sure' | 'proved' = 'sure';
  // Nothing is asked for a block that is refused in any case.
  for (const [index, { placing }] of found.entries()) {
    if (placing.kind === 'none') {
      return { kind: 'refuse', reason: placing.reason, edit: index };
    }
  }
  for (const [index, { edit, placing }] of found.entries()) {
    if (placing.kind === 'several') {
      const count = edit.search.length;
      const places = placing.places.map(({ line }) => ({ from: line, to: line + count }));
      return { kind: 'several', edit: index, places };
    }
    if (placing.kind === 'none') {
      continue;
    }
    const { place } = placing;
    const fitted = fitEdit(edit, place, lines, lineEnd);
    if (typeof fitted === 'string') {
      return { kind: 'refuse', reason: fitted, edit: index };
    }
    trust = placing.trust === 'sure' ? trust : 'proved';
    const quotedFrom = lines[place.line]?.start ?? 0;
    const quotedTo = lines[place.line + edit.search.length - 1]?.end ?? seen.length;
    for (const splice of fitted) {
      all.push({ ...splice, quotedFrom, quotedTo, edit: index });
    }
  }
  const splices = all.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const overlap = splices.find((splice, at) => isOverlap(splices[at - 1], splice));
  if (overlap !== undefined) {
    return { kind: 'refuse', reason: 'overlap', edit: overlap.edit };
  }
  const moved = seen === now ? splices.map(bareSplice) : rebased(splices, lines, textLines(now));
  return typeof moved === 'string'
    ? { kind: 'refuse', reason: moved, edit: 0 }
    : { kind: 'apply', splices: moved, trust };
}

interface PlannedSplice extends QuotedSplice {
  /** The edit it is of, counted from 0. */
  readonly edit: number;
}

function bareSplice({ start, end, text }: Splice): Splice {
  return { start, end, text };
}

/** Whether two changes of different edits are about the same lines, or add lines at the same place. */
function isOverlap(before: PlannedSplice | undefined, splice: PlannedSplice): boolean {
  if (before === undefined || before.edit === splice.edit) {
    return false;
  }
  const isAdded = splice.start === splice.end || before.start === before.end;
  return isAdded ? splice.start <= before.end : splice.start < before.end;
}

/**
 * Whether the text has every replacement in exactly one place, and no search that its replacement does not contain: a
 * block that is applied twice changes nothing the second time.
 */
function isAlreadyThere(
  found: readonly Found[],
  now: SearchedText,
  within: LineRange | undefined,
): boolean {
  return found.every(({ edit, placing }) => {
    const there = placeEdit({ search: edit.replace, replace: edit.search }, now, {
      // Where the replaced lines are gone, one line of some length is enough: nothing is changed because of it.
      isSeen: placing.kind === 'none' && edit.replace.some((line) => line.trim().length >= 12),
      within,
    });
    if (there.kind !== 'placed' || there.place.closeness === 'folded') {
      return false;
    }
    // What is searched for is nowhere but in the replacement.
    const { line } = there.place;
    const isWithin = (from: number): boolean =>
      from >= line && from + edit.search.length <= line + edit.replace.length;
    switch (placing.kind) {
      case 'none':
        return placing.reason === 'notFound' || placing.reason === 'nowhere';
      case 'several':
        return placing.places.every((place) => isWithin(place.line));
      case 'placed':
        return isWithin(placing.place.line);
    }
  });
}

/** The text after a plan that applies. */
export function applied({ splices }: Extract<EditPlan, { kind: 'apply' }>, text: string): string {
  return spliced(text, splices);
}
