import { indentOf } from '../../indentation.ts';
import { blankEnd, blankStart } from '../../lines/blankLines.ts';
import type { Level } from '../items/assignLevels.ts';
import type { Item } from '../items/item.ts';
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

/** Whether a comment of the block that is none of an item's is in the file elsewhere, or in the place of items that the block lacks. */
export function standsForItems(
  { language, block, isWhole, isKnown }: Composing,
  item: Item,
  at: number,
  pairs: Pairs,
  { items }: Level,
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
  const before = neighbour(pairs, at, -1, items.length);
  const after = neighbour(pairs, at, 1, items.length);
  // At the edge of a part it is about that.
  if (!isWhole && (before === undefined || after === undefined)) {
    return true;
  }
  const lacks = old.items
    .slice((before ?? -1) + 1, after ?? old.items.length)
    .some(({ kind }) => kind !== 'comment');
  return lacks || lines.some((line) => isMark(line, language));
}

/** The item of the file that the next item of the block in a direction stands for. */
function neighbour(pairs: Pairs, at: number, step: -1 | 1, count: number): number | undefined {
  for (let next = at + step; next >= 0 && next < count; next += step) {
    const found = pairs.get(next);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/**
 * The items of the file between two that a block has, which the block lacks: without a mark, where it has marks elsewhere, or
 * where it has something new, which may be meant to replace them.
 */
export function besideNew(
  all: Composing,
  own: Level,
  old: Level,
  pairs: Pairs,
): ReadonlySet<number> {
  const marks = marksOf(all, own);
  const found = new Set<number>();
  let before: number | undefined;
  let isCrowded = marks.length > 0;
  for (const [at, item] of own.items.entries()) {
    const theirs = pairs.get(at);
    if (theirs === undefined) {
      isCrowded ||= item.kind !== 'comment';
      continue;
    }
    const start = own.items[before ?? -1]?.to;
    const isClosed =
      start !== undefined && !marks.some((line) => line >= start && line < item.from);
    if (isCrowded && isClosed) {
      for (let one = (pairs.get(before ?? -1) ?? 0) + 1; one < theirs; one += 1) {
        found.add(one);
      }
    }
    before = at;
    isCrowded = marks.length > 0;
  }
  // Without a mark behind something new, it is the end.
  const last = own.items[before ?? 0]?.to ?? 0;
  const isEnd = marks.length > 0 && !marks.some((line) => line >= last);
  if (before !== undefined && before < own.items.length - 1 && isEnd) {
    for (let one = (pairs.get(before) ?? 0) + 1; one < old.items.length; one += 1) {
      found.add(one);
    }
  }
  return found;
}

/** The new items of a block, each with the blank lines between it and its neighbour, by their places in the file. */
export function insertions(
  all: Composing,
  own: Level,
  old: Level,
  pairs: Pairs,
): ReadonlyMap<string, readonly Piece[]> {
  const marks = marksOf(all, own);
  const found = new Map<string, Piece[]>();
  for (const [at, item] of own.items.entries()) {
    if (pairs.has(at) || standsForItems(all, item, at, pairs, own, old)) {
      continue;
    }
    const { place, lines } = insertion(all, { own, old, pairs, marks }, at);
    found.set(place, [...(found.get(place) ?? []), { lines }]);
  }
  return found;
}

/** A section that says what one of the file begins with, under another heading, may well be that one. */
function checkHeading({ name, said = '' }: Item, { old, pairs }: Inserting): void {
  const taken = new Set(pairs.values());
  const isLike = ({ said: other }: Item, at: number): boolean =>
    other?.startsWith(said) === true && !taken.has(at);
  if (said !== '' && old.items.some(isLike)) {
    throw new Refused('renamed', name);
  }
}

interface Inserting {
  readonly own: Level;
  readonly old: Level;
  readonly pairs: Pairs;
  readonly marks: readonly number[];
}

function insertion(
  all: Composing,
  { own, old, pairs, marks }: Inserting,
  at: number,
): { readonly place: string; readonly lines: readonly string[] } {
  const { block } = all;
  const { items, range } = own;
  const item = items[at];
  if (item === undefined) {
    return { place: 'end', lines: [] };
  }
  newItem(all, item);
  checkHeading(item, { own, old, pairs, marks });
  // A mark between it and a neighbour makes that no neighbour.
  const [before, after] = [
    neighbour(pairs, at, -1, items.length),
    neighbour(pairs, at, 1, items.length),
  ];
  const start = items.findLast((_, one) => one < at && pairs.has(one))?.to ?? range.from;
  const end = items.find((_, one) => one > at && pairs.has(one))?.from ?? range.to;
  const isBehindMark = marks.some((line) => line >= start && line < item.from);
  const isBeforeMark = marks.some((line) => line >= item.to && line < end);
  const isInClass = own.range.from > 0;
  const beside = items.find((_, one) => pairs.has(one));
  if (
    beside !== undefined &&
    indentOf(block.lines[beside.own] ?? '') !== indentOf(block.lines[item.own] ?? '')
  ) {
    // It is within something that the block does not show.
    throw new Refused('new', item.name);
  }
  const isEnclosed =
    (before !== undefined && after !== undefined) || before === old.items.length - 1 || after === 0;
  if (item.kind === 'statement' && !isInClass && !isEnclosed) {
    throw new Refused('new', item.name);
  }
  const place = placeOf({ before, after, isBehindMark, isBeforeMark, isInClass });
  if (place === undefined) {
    throw new Refused('new', item.name);
  }
  const { lines } = block;
  return place.startsWith('after') || place === 'end'
    ? { place, lines: lines.slice(blankStart(lines, item.from, start), item.to) }
    : { place, lines: lines.slice(item.from, blankEnd(lines, item.to, end)) };
}

/** Next to the neighbour that is shown, or at the edge of a class; undefined if nothing says where. */
function placeOf({
  before,
  after,
  isBehindMark,
  isBeforeMark,
  isInClass,
}: {
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly isBehindMark: boolean;
  readonly isBeforeMark: boolean;
  readonly isInClass: boolean;
}): string | undefined {
  if (before !== undefined && !isBehindMark) {
    return `after ${String(before)}`;
  }
  if (after !== undefined && !isBeforeMark) {
    return `before ${String(after)}`;
  }
  if (isInClass && before === undefined && !isBehindMark) {
    return 'start';
  }
  return (isInClass || isBehindMark) && after === undefined && !isBeforeMark ? 'end' : undefined;
}
