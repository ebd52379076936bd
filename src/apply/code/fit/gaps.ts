import type { LineRange } from '../../lines/textLines.ts';
import type { Level } from '../items/assignLevels.ts';
import { type Item, linesOf } from '../items/item.ts';
import type { Pairs } from '../items/pairItems.ts';
import { isMark } from '../language/marks.ts';
import { Refused } from '../../plan/refused.ts';
import { type Composing, marksOf } from './composing.ts';
import { isGone } from './lackedItems.ts';

/** What is between two items that a block and a file have, or before the first or behind the last of them. */
export interface Gap {
  /** What is new there, without comments that stand for what the block lacks. */
  readonly items: readonly Item[];
  /** The items of the file that it is between, and the one of the block that it is before. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly next: number;
  /** The items of the file that the block lacks there. */
  readonly lacked: readonly Item[];
  /** The lines of the block. */
  readonly range: LineRange;
  /** The lines that stand for what the block lacks, and whether one of them is a comment that may be no mark. */
  readonly marks: readonly number[];
  readonly isRemarked: boolean;
}

export function gapsOf(all: Composing, own: Level, old: Level, pairs: Pairs): readonly Gap[] {
  const { items, range } = own;
  const marks = marksOf(all, own);
  const shown = [...pairs.keys()].toSorted((a, b) => a - b);
  const taken = new Set(pairs.values());
  return [-1, ...shown].map((at, index) => {
    const next = shown[index] ?? items.length;
    const [before, after] = [pairs.get(at), pairs.get(next)];
    const first = (before ?? -1) + 1;
    let last = first;
    while (last < old.items.length && !taken.has(last)) {
      last += 1;
    }
    const [from, to] = [items[at]?.to ?? range.from, items[next]?.from ?? range.to];
    const isIn = (line: number): boolean => line >= from && (line < to || next === items.length);
    return withoutRemarks(all, {
      items: items.slice(at + 1, next),
      before,
      after,
      next,
      lacked: old.items.slice(first, last),
      range: { from, to },
      marks: marks.filter(isIn),
      isRemarked: false,
    });
  });
}

/** A gap without the comments that stand for what the block lacks there: alone, or above something new. */
function withoutRemarks(all: Composing, gap: Gap): Gap {
  const { block, isWhole, isKnown } = all;
  const remarks = gap.items.filter((item) => standsForItems(all, item, gap));
  const items = gap.items.filter((item) => !remarks.includes(item));
  const [first, ...others] = items;
  if (!isWhole || first === undefined) {
    return { ...gap, items, isRemarked: isWhole && remarks.length > 0 };
  }
  const gone = gap.lacked.filter((item) => !isGone(all, item));
  const isLead =
    first === gap.items[0] &&
    first.from < first.own &&
    !block.lines.slice(first.from, first.own).some(isKnown) &&
    linesOf(gone) > linesOf([first]);
  return {
    ...gap,
    items: isLead ? [{ ...first, from: first.own }, ...others] : items,
    marks: [...remarks, ...(isLead ? [first] : [])].map(({ from }) => from),
    isRemarked: remarks.length > 0,
  };
}

/** Whether a comment of the block that is none of an item's is in the file elsewhere, or in the place of items that the block lacks. */
function standsForItems(
  { language, block, isWhole, isKnown }: Composing,
  item: Item,
  { before, after, lacked }: Gap,
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
  const isAtEdge = before === undefined || after === undefined;
  return (
    (!isWhole && isAtEdge) ||
    lacked.some(({ kind }) => kind !== 'comment') ||
    lines.some((line) => isMark(line, language))
  );
}

/**
 * The items of the file between two that a block has, which the block lacks: without a mark, where it has marks elsewhere, or
 * where it has something new, which may be meant to replace them. Imports replace nothing.
 */
export function besideNew(gaps: readonly Gap[]): ReadonlySet<Item> {
  const isMarked = gaps.some(({ marks }) => marks.length > 0);
  return new Set(
    gaps.flatMap(({ items, before, after, marks, lacked }) => {
      const isNew = items.some(({ kind }) => kind !== 'comment');
      // Without a mark behind something new, it is the end.
      const isClosed = after === undefined ? isMarked && items.length > 0 : isMarked || isNew;
      return before !== undefined && marks.length === 0 && isClosed
        ? lacked.filter(({ kind }) => kind !== 'import')
        : [];
    }),
  );
}
