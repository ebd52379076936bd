import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import { breaksBalance } from '../items/balance.ts';
import type { Level } from '../items/assignLevels.ts';
import { idOf, type Item } from '../items/item.ts';
import { pairItems, type Pairs } from '../items/pairItems.ts';
import { Refused } from '../../plan/refused.ts';
import { type Composing, isMarked, unmarked } from './composing.ts';
import { besideNew, type Gap, gapsOf } from './gaps.ts';
import { checkNames, isGone } from './lackedItems.ts';
import { type Added, addedIn } from './newItems.ts';
import { type Piece, plain } from './piece.ts';
import { checkHead, leadOf, leaf } from './restateItem.ts';

/**
 * The lines of siblings: the block's in the place of those of the file that they name, new ones next to what the block shows
 * beside them, and what it lacks where that is. Of siblings that the block states whole, the order and the blank lines are its
 * own, and what it lacks is left out: it stays until the user deletes it.
 */
export function composeLevel(all: Composing, own: Level, old: Level): readonly Piece[] {
  const { block, file, isWhole } = all;
  const within = isWhole ? undefined : all.within;
  const pairs = pairItems(siblings(block, own), siblings(file, old), { isPart: !isWhole, within });
  if (!isWhole) {
    checkOrder(pairs, old);
  }
  checkNames(all, own, old, pairs);
  const gaps = gapsOf(all, own, old, pairs);
  const lacked = new Set(gaps.flatMap((gap) => gap.lacked));
  const off = isWhole ? lacked : besideNew(gaps);
  return gaps.flatMap((gap, at) => {
    const between = gapPieces(all, gap, old, addedIn(all, gap, { own, old, pairs }), off);
    const item = own.items[gap.next];
    const theirs = old.items[gap.after ?? -1];
    if (item === undefined || theirs === undefined) {
      return between;
    }
    if (hasParts(all, theirs)) {
      throw new Refused('place', item.name);
    }
    // Beside a mark, one that is merely like one of the file may be new.
    const isBesideMark = [gap, gaps[at + 1]].some(
      (one) => one !== undefined && one.marks.length > 0,
    );
    if (!isWhole && isBesideMark && idOf(item) !== idOf(theirs)) {
      throw new Refused('elision', item.name);
    }
    const isBehindLeftOut = lacked.has(old.items[(gap.after ?? 0) - 1] ?? theirs);
    const now = composePair(all, item, theirs, isBehindLeftOut);
    if (!isWhole) {
      checkBalance(all, item, now, theirs);
    }
    return between.concat(now);
  });
}

/** What is between two siblings that a block has: what is new there, and what it lacks between that. */
function gapPieces(
  all: Composing,
  gap: Gap,
  old: Level,
  added: Added,
  off: ReadonlySet<Item>,
): readonly Piece[] {
  const { block, file, hasEnds } = all;
  const { range, before = -1, lacked } = gap;
  const { ahead, behind } = added;
  const kept: Piece[] = [];
  let line = old.items[before]?.to ?? old.range.from;
  for (const item of lacked) {
    const pieces = lackedPieces(all, item, off.has(item));
    const text = file.lines.slice(line, item.from);
    kept.push(...plain(pieces.length > 0 || !text.every(isBlank) ? text : []), ...pieces);
    line = item.to;
  }
  const next = old.items[before + 1 + lacked.length]?.from ?? old.range.to;
  const theirs = file.lines.slice(line, next);
  const stated = unmarked(all, ahead.at(-1)?.to ?? range.from, behind[0]?.from ?? range.to);
  // What is not blank is a comment that stands for what is kept.
  const own = stated.filter((line) => before === -1 || isBlank(line));
  // What a file begins with that is no item, such as the tag of PHP.
  const isStart = before === -1 && (kept.length > 0 || (range.from === 0 && own.every(isBlank)));
  const isOfFile = !hasEnds || gap.isRemarked || isStart;
  const textsOf = (ranges: readonly LineRange[]): readonly Piece[] =>
    ranges.flatMap(({ from, to }) => plain(block.lines.slice(from, to)));
  return [...textsOf(ahead), ...kept, ...plain(isOfFile ? theirs : own), ...textsOf(behind)];
}

/** What the block lacks, and stays, or is changed within. */
function lackedPieces(all: Composing, item: Item, isOff: boolean): readonly Piece[] {
  const { file, imports } = all;
  const { lines } = file;
  const changed = imports.get(item);
  if (hasParts(all, item)) {
    return composeWithin(all, item);
  }
  if (changed !== undefined) {
    return plain([...lines.slice(item.from, item.own), ...changed]);
  }
  if (isGone(all, item)) {
    return [];
  }
  return [{ lines: lines.slice(item.from, item.to), leftOut: isOff ? item.name : undefined }];
}

function siblings(
  { lines }: { readonly lines: readonly string[] },
  { items }: Level,
): { readonly lines: readonly string[]; readonly items: readonly Item[] } {
  return { lines, items };
}

/**
 * The lines of an item of the file as the block states it. `isBehindLeftOut`: the block leaves out what is before it, so that
 * a comment between the two may stand for that.
 */
function composePair(
  all: Composing,
  item: Item,
  old: Item,
  isBehindLeftOut = false,
): readonly Piece[] {
  const { block, file, isWhole } = all;
  const isPlain = item.kind === 'comment' || item.kind === 'import';
  if (isPlain && isWhole) {
    return plain(block.lines.slice(item.from, item.to));
  }
  if (item.kind === 'comment') {
    return plain(file.lines.slice(old.from, old.to));
  }
  const lead = leadOf(all, item, old, isBehindLeftOut);
  if (item.kind === 'import') {
    return [...lead, ...plain(block.lines.slice(item.own, item.to))];
  }
  checkHead(all, item, old);
  if (item.members === undefined || old.members === undefined || !item.body || !old.body) {
    return [...lead, ...leaf(all, [item.own, item.to], [old.own, old.to], item.name)];
  }
  const own = { items: item.members, range: item.body };
  const theirs = { items: old.members, range: old.body };
  const hasMark = isMarked(all, own);
  return [
    ...lead,
    ...leaf(all, [item.own, item.body.from], [old.own, old.body.from], item.name),
    ...composeLevel({ ...all, isWhole: !hasMark }, own, theirs),
    ...leaf(all, [item.body.to, item.to], [old.body.to, old.to], item.name),
  ];
}

/**
 * What an item opens must be closed in it as before, also where the file as a whole does not show it, such as in a text; and
 * its last line must not close what it does not open.
 */
function checkBalance(
  { block, file, language }: Composing,
  item: Item,
  now: readonly Piece[],
  old: Item,
): void {
  const own = block.lines.slice(item.own, item.to);
  const lines = now.flatMap((piece) => piece.lines);
  if (
    breaksBalance(file.lines.slice(old.from, old.to), lines, language) ||
    (own.length > 1 && breaksBalance(own.slice(0, -1), own, language))
  ) {
    throw new Refused('syntax', old.name);
  }
}

/** Whether some of the items of a block belong into something that it does not have itself. */
function hasParts(all: Composing, { members = [] }: Item): boolean {
  return all.levels?.has(members) === true || members.some((one) => hasParts(all, one));
}

function composeWithin(all: Composing, item: Item): readonly Piece[] {
  const { members = [], body, from, to } = item;
  const { lines } = all.file;
  if (body === undefined) {
    return plain(lines.slice(from, to));
  }
  const own = {
    items: all.levels?.get(members) ?? [],
    range: { from: 0, to: all.block.lines.length },
  };
  return [
    ...plain(lines.slice(from, body.from)),
    ...composeLevel(all, own, { items: members, range: body }),
    ...plain(lines.slice(body.to, to)),
  ];
}

/** The items of the block must be in the order of the file. */
function checkOrder(pairs: Pairs, old: Level): void {
  let last = -1;
  for (const [, theirs] of [...pairs].toSorted(([a], [b]) => a - b)) {
    if (theirs < last) {
      throw new Refused('moved', old.items[theirs]?.name);
    }
    last = theirs;
  }
}
