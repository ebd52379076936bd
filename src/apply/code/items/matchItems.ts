import type { LineRange } from '../../placeEdit.ts';
import type { Refusal } from '../codePlan.ts';
import { refused } from '../lineChange.ts';
import type { Item } from './outline.ts';

/** The index of the item of the file for each item of a block that has one. */
export type Matches = ReadonlyMap<number, number>;

/** Pairs items of a block with those of the file that they stand for: by their key, and by their head if it is there twice. */
export function matchItems(
  block: readonly Item[],
  file: readonly Item[],
  within?: LineRange,
): Matches | Refusal {
  const matches = new Map<number, number>();
  const own = grouped(block.keys(), (at) => block[at]?.key);
  const theirs = grouped(file.keys(), (at) => file[at]?.key);
  for (const [key, indexes] of own) {
    const candidates = theirs.get(key) ?? [];
    const pairs = pairsOf(indexes, candidates, { block, file, within });
    if (pairs === undefined) {
      return refused('overloaded', block[indexes[0] ?? 0]?.name);
    }
    for (const [from, to] of pairs) {
      matches.set(from, to);
    }
  }
  return matches;
}

function grouped(
  indexes: Iterable<number>,
  groupOf: (index: number) => string | undefined,
): ReadonlyMap<string | undefined, readonly number[]> {
  const found = new Map<string | undefined, number[]>();
  for (const index of indexes) {
    const group = groupOf(index);
    const known = found.get(group);
    if (known === undefined) {
      found.set(group, [index]);
    } else {
      known.push(index);
    }
  }
  return found;
}

interface Sides {
  readonly block: readonly Item[];
  readonly file: readonly Item[];
  readonly within?: LineRange | undefined;
}

type Pairs = readonly (readonly [number, number])[];

function pairsOf(
  indexes: readonly number[],
  candidates: readonly number[],
  { block, file, within }: Sides,
): Pairs | undefined {
  const [first = 0] = indexes;
  if (candidates.length === 0) {
    return indexes.length === 1 ? [] : undefined;
  }
  if (indexes.length === 1 && candidates.length === 1) {
    return [[first, candidates[0] ?? 0]];
  }
  const kind = block[first]?.kind;
  const byHead = grouped(candidates, (at) => file[at]?.head);
  const inside = candidates.filter((at) => isWithin(file[at], within));
  // From an item of the file to the one of the block.
  const taken = new Map<number, number>();
  const left: number[] = [];
  for (const index of indexes) {
    const same = byHead.get(block[index]?.head) ?? [];
    const isInside = same.length !== 1 && inside.length === 1 && indexes.length === 1;
    const [only, another] = isInside ? inside : same;
    if (only !== undefined && another === undefined && !taken.has(only)) {
      taken.set(only, index);
    } else {
      left.push(index);
    }
  }
  const pairs = Array.from(taken, ([to, from]) => [from, to] as const);
  const rest = candidates.filter((at) => !taken.has(at));
  const [lone, other] = left;
  if (lone === undefined) {
    return pairs;
  }
  // All others are paired, so that these two are what is left of both.
  if (
    other === undefined &&
    rest.length === 1 &&
    indexes.length === candidates.length &&
    kind === 'named'
  ) {
    return [...pairs, [lone, rest[0] ?? 0]];
  }
  // Blank statements and comments that are there several times stand for themselves, in order.
  const isSameCount = indexes.length === candidates.length;
  return kind !== 'named' && isSameCount
    ? indexes.map((index, at) => [index, candidates[at] ?? 0])
    : undefined;
}

function isWithin(item: Item | undefined, within: LineRange | undefined): boolean {
  return (
    item !== undefined && within !== undefined && item.own < within.to && item.to > within.from
  );
}
