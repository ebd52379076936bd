import { indentOf } from '../../indentation.ts';
import { blankEnd, blankStart } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/lineRange.ts';
import type { Level } from '../items/assignLevels.ts';
import { type Item, saidIn } from '../items/item.ts';
import type { Pairs } from '../items/pairItems.ts';
import { isMark } from '../marks.ts';
import { Refused } from '../refused.ts';
import { type Composing, marksOf } from './composing.ts';
import { type Piece, plain } from './piece.ts';

/**
 * The lines of something that the file does not have. Nothing says what it leaves out. With a first line, or a comment above
 * it, that is in the file elsewhere, it is a part of something there.
 */
export function newItem(all: Composing, { from, own, to, name, said }: Item): readonly Piece[] {
  const { block, language, isWhole, isKnown } = all;
  const lines = block.lines.slice(from, to);
  const isThere = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && isKnown(line);
  // A heading alone, at the end, is the beginning of a section.
  if (
    (said === '' && to === block.lines.length) ||
    (!isWhole && block.lines.slice(from, own + 1).some(isThere))
  ) {
    throw new Refused('new', name);
  }
  if (lines.some((line, at) => block.marks.has(from + at) || isMark(line, language))) {
    throw new Refused('elision', name);
  }
  return plain(lines);
}

/** What a block has between two items that the file has, too, or before the first or behind the last of them. */
export interface Gap {
  readonly items: readonly Item[];
  /** The items of the file that it is between. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly range: LineRange;
  /** The lines of the marks in it. */
  readonly marks: readonly number[];
}

export function gapsOf(all: Composing, own: Level, pairs: Pairs): readonly Gap[] {
  const { items, range } = own;
  const marks = marksOf(all, own);
  const shown = [...pairs.keys()].toSorted((a, b) => a - b);
  return [-1, ...shown].map((at, index) => {
    const next = shown[index] ?? items.length;
    const [from, to] = [items[at]?.to ?? range.from, items[next]?.from ?? range.to];
    return {
      items: items.slice(at + 1, next),
      before: pairs.get(at),
      after: pairs.get(next),
      range: { from, to },
      marks: marks.filter((line) => line >= from && line < to),
    };
  });
}

/** The items of the file in a gap. */
function lackedIn<One>({ before = -1, after }: Gap, items: readonly One[]): readonly One[] {
  return items.slice(before + 1, after ?? items.length);
}

/** Whether a comment of the block that is none of an item's is in the file elsewhere, or in the place of items that the block lacks. */
export function standsForItems(
  { language, block, isWhole, isKnown }: Composing,
  item: Item,
  gap: Gap,
  old: Level,
): boolean {
  if (item.kind !== 'comment') {
    return false;
  }
  const lines = block.lines.slice(item.own, item.to);
  const isThere = lines.some((line) => isKnown(line) && /\w/.test(line));
  if (!isWhole && isThere && !lines.every(isKnown)) {
    throw new Refused('new', item.name);
  }
  // One that has lines of the file is none that stands for others.
  if (isThere) {
    return !isWhole;
  }
  // At the edge of a part it is about that.
  const isAtEdge = gap.before === undefined || gap.after === undefined;
  return (
    (!isWhole && isAtEdge) ||
    lackedIn(gap, old.items).some(({ kind }) => kind !== 'comment') ||
    lines.some((line) => isMark(line, language))
  );
}

/**
 * The items of the file between two that a block has, which the block lacks: without a mark, where it has marks elsewhere, or
 * where it has something new, which may be meant to replace them.
 */
export function besideNew(gaps: readonly Gap[], old: Level): ReadonlySet<Item> {
  const isMarked = gaps.some(({ marks }) => marks.length > 0);
  return new Set(
    gaps.flatMap((gap) => {
      const { items, before, after, marks } = gap;
      const isNew = items.some(({ kind }) => kind !== 'comment');
      // Without a mark behind something new, it is the end.
      const isClosed = after === undefined ? isMarked && items.length > 0 : isMarked || isNew;
      return before !== undefined && marks.length === 0 && isClosed ? lackedIn(gap, old.items) : [];
    }),
  );
}

/** The new items of a block, each with the blank lines between it and its neighbour, by their places in the file. */
export function insertions(
  all: Composing,
  own: Level,
  old: Level,
  pairs: Pairs,
  gaps: readonly Gap[],
): ReadonlyMap<string, readonly Piece[]> {
  const { lines } = all.block;
  const found = new Map<string, Piece[]>();
  for (const gap of gaps) {
    for (const item of gap.items) {
      if (standsForItems(all, item, gap, old)) {
        continue;
      }
      newItem(all, item);
      checkHeading(item, old, pairs);
      checkBeside(all, item, own, old, pairs, gap);
      const place = placeOf(item, gap, own.range.from > 0);
      const near = place.startsWith('after') ? (gap.before ?? -1) + 1 : (gap.after ?? 0) - 1;
      checkRenamed(all, item, own, old, pairs, near);
      const { from, to } = gap.range;
      const added =
        place.startsWith('after') || place === 'end'
          ? lines.slice(blankStart(lines, item.from, from), item.to)
          : lines.slice(item.from, blankEnd(lines, item.to, to));
      found.set(place, [...(found.get(place) ?? []), { lines: added }]);
    }
  }
  return found;
}

/** A section that says what one of the file begins with, under another heading, may well be that one. */
function checkHeading({ name, said = '' }: Item, old: Level, pairs: Pairs): void {
  const taken = new Set(pairs.values());
  const isLike = ({ said: other }: Item, at: number): boolean =>
    other?.startsWith(said) === true && !taken.has(at);
  if (said !== '' && old.items.some(isLike)) {
    throw new Refused('renamed', name);
  }
}

/** What is indented otherwise is within something that the block does not show; a statement must be next to what is shown. */
function checkBeside(
  { block }: Composing,
  item: Item,
  { items, range }: Level,
  old: Level,
  pairs: Pairs,
  { before, after }: Gap,
): void {
  const beside = items.find((_, at) => pairs.has(at));
  const indents = [beside ?? item, item].map(({ own }) => indentOf(block.lines[own] ?? ''));
  const isEnclosed =
    (before !== undefined && after !== undefined) || before === old.items.length - 1 || after === 0;
  const isLoose = item.kind === 'statement' && range.from === 0 && !isEnclosed;
  if (indents[0] !== indents[1] || isLoose) {
    throw new Refused('new', item.name);
  }
}

/** Beside mere lines, what does the same as the next one, which is not in the block, is that one under another name. */
function checkRenamed(
  { block, file }: Composing,
  item: Item,
  { items }: Level,
  old: Level,
  pairs: Pairs,
  near: number,
): void {
  const said = bodyText(block, item);
  if (
    said !== '' &&
    ![...pairs.keys()].some((one) => items[one]?.body !== undefined) &&
    bodyText(file, old.items[near]) === said &&
    ![...pairs.values()].includes(near)
  ) {
    throw new Refused('new', item.name);
  }
}

/** What something says within its body. */
function bodyText({ lines }: Composing['file'], item: Item | undefined): string {
  return item?.body === undefined ? '' : saidIn(lines.slice(item.body.from, item.body.to));
}

/** Next to the neighbour that is shown, with no mark between the two, or at the edge of a class. */
function placeOf(item: Item, { before, after, marks }: Gap, isInClass: boolean): string {
  const isBehindMark = marks.some((line) => line < item.from);
  const isBeforeMark = marks.some((line) => line >= item.to);
  if (before !== undefined && !isBehindMark) {
    return `after ${String(before)}`;
  }
  if (after !== undefined && !isBeforeMark) {
    return `before ${String(after)}`;
  }
  if (isInClass && before === undefined && !isBehindMark) {
    return 'start';
  }
  if ((isInClass || isBehindMark) && after === undefined && !isBeforeMark) {
    return 'end';
  }
  throw new Refused('new', item.name);
}
