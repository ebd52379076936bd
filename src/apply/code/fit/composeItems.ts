import { breaksBalance } from '../balance.ts';
import { blankEnd, blankStart } from '../../lines/blankLines.ts';
import type { Level } from '../items/assignLevels.ts';
import { type Item, linesOf } from '../items/item.ts';
import { pairItems, type Pairs } from '../items/pairItems.ts';
import { Refused } from '../refused.ts';
import { type Composing, isMarked, unmarked } from './composing.ts';
import { checkLacked, checkNames, isReplaced, keptItems, keptPieces } from './keptItems.ts';
import { besideNew, gapsOf, insertions, newItem, standsForItems } from './newItems.ts';
import { type Piece, plain } from './piece.ts';
import { checkHead, leadOf, leaf } from './restateItem.ts';

/**
 * The lines of siblings that a block states whole, from the first to the last: its own, with what it lacks of the file put
 * back behind what it follows there. That is left out: it stays until the user deletes it.
 */
export function composeWhole(all: Composing, own: Level, old: Level): readonly Piece[] {
  const { block, file } = all;
  const pairs = pairItems(siblings(block, own), siblings(file, old), { isPart: false });
  checkNames(own, old, pairs);
  const kept = keptItems(all, old, pairs);
  const gaps = gapsOf(all, own, pairs);
  const pieces: Piece[] = [];
  const keep = (anchor: number): void => {
    for (const at of kept.get(anchor) ?? []) {
      pieces.push(...keptPieces(all, old, at, anchor === -1));
    }
  };
  const lacks = new Set([...kept.values()].flat());
  let line = own.range.from;
  const gap = (to: number): void => {
    pieces.push(...plain(unmarked(all, line, to)));
    line = Math.max(line, to);
  };
  let anchor = -1;
  keep(anchor);
  for (const [at, item] of own.items.entries()) {
    const gapStart = pieces.length;
    gap(item.from);
    const theirs = pairs.get(at);
    const other = theirs === undefined ? undefined : old.items[theirs];
    if (other !== undefined) {
      const isBehindLeftOut = theirs !== undefined && lacks.has(theirs - 1);
      pieces.push(...composePair(all, item, other, isBehindLeftOut));
    } else if (
      !gaps.some((gap) => gap.items.includes(item) && standsForItems(all, item, gap, old))
    ) {
      const isBehind = at === 0 || pairs.has(at - 1);
      const left = isBehind ? (kept.get(anchor) ?? []) : [];
      pieces.push(...newItem(all, withoutRemark(all, item, old, left)));
    } else if (at === 0) {
      line = blankEnd(block.lines, item.to);
    } else {
      // The blank lines behind it are those of the file.
      pieces.length = gapStart;
      const next = pairs.get(at + 1);
      if (next !== undefined) {
        const to = old.items[next]?.from ?? 0;
        const from = blankStart(file.lines, to, old.items[next - 1]?.to ?? old.range.from);
        pieces.push(...plain(file.lines.slice(from, to)));
        line = blankEnd(block.lines, item.to);
      }
    }
    line = Math.max(line, item.to);
    if (theirs !== undefined) {
      anchor = theirs;
      keep(anchor);
    }
  }
  gap(own.range.to);
  return pieces;
}

/** Something new without the comment above it, if that may stand for what is left out there, and more of that is gone than comes. */
function withoutRemark(
  { block, isKnown }: Composing,
  item: Item,
  old: Level,
  lacks: readonly number[],
): Item {
  const gone = lacks.map((at) => old.items[at]).filter((one) => one !== undefined);
  const isRemark =
    !block.lines.slice(item.from, item.own).some(isKnown) && linesOf(gone) > linesOf([item]);
  return isRemark ? { ...item, from: item.own } : item;
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
    ...(hasMark ? composePart : composeWhole)({ ...all, isWhole: !hasMark }, own, theirs),
    ...leaf(all, [item.body.to, item.to], [old.body.to, old.to], item.name),
  ];
}

/**
 * The lines of siblings of which a block has some: the file's, with those replaced that the block has too, and new ones next
 * to what the block shows beside them.
 */
export function composePart(all: Composing, own: Level, old: Level): readonly Piece[] {
  const { block, file, within } = all;
  const pairs = pairItems(siblings(block, own), siblings(file, old), { isPart: true, within });
  checkOrder(pairs, old);
  checkNames(own, old, pairs);
  const gaps = gapsOf(all, own, pairs);
  const added = insertions(all, own, old, pairs, gaps);
  const crowded = besideNew(gaps, old);
  const byOld = new Map(Array.from(pairs, ([at, theirs]) => [theirs, own.items[at]] as const));
  const pieces: Piece[] = [];
  let line = old.range.from;
  const put = (place: string): void => {
    pieces.push(...(added.get(place) ?? []));
  };
  put('start');
  for (const [at, theirs] of old.items.entries()) {
    pieces.push(...plain(file.lines.slice(line, theirs.from)));
    put(`before ${String(at)}`);
    const item = byOld.get(at);
    if (item !== undefined && hasParts(all, theirs)) {
      throw new Refused('unsure', item.name);
    }
    if (item !== undefined) {
      const now = composePair(all, item, theirs, at > 0 && !byOld.has(at - 1));
      checkBalance(all, item, now, theirs);
      pieces.push(...now);
    } else if (hasParts(all, theirs)) {
      pieces.push(...composeWithin(all, theirs));
    } else if (all.imports.has(theirs)) {
      const lines = file.lines.slice(theirs.from, theirs.own);
      pieces.push(...plain([...lines, ...(all.imports.get(theirs) ?? [])]));
    } else if (!isReplaced(all, theirs)) {
      checkLacked(all, theirs);
      const lines = file.lines.slice(theirs.from, theirs.to);
      pieces.push({
        lines,
        leftOut: crowded.has(theirs) && theirs.kind !== 'import' ? theirs.name : undefined,
      });
    }
    put(`after ${String(at)}`);
    line = theirs.to;
  }
  pieces.push(...plain(file.lines.slice(line, old.range.to)));
  put('end');
  return pieces;
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
    breaksBalance(own.slice(0, -1), own, language)
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
    ...composePart(all, own, { items: members, range: body }),
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
