import type { LineRange } from '../../lines/textLines.ts';
import { areLike, wordsOf } from '../language/likeLines.ts';
import { Refused } from '../../plan/refused.ts';
import { groupedBy, idOf, type Item, touches } from './item.ts';

/** The index of the item of the file for each item of a block that has one. */
export type Pairs = ReadonlyMap<number, number>;

/** Siblings of a block or of a file, and the lines that they are in. */
export interface Siblings {
  readonly items: readonly Item[];
  readonly lines: readonly string[];
}

/** The index of an item among its siblings, and the item. */
type Place = readonly [at: number, item: Item];

/**
 * Pairs items of a block with those of the file that they stand for: by their key; of several with one key, those with the
 * same head, then those that are left, in order. `isPart`: the block may be about any one of several, so that it has to be
 * told by its head or by what is selected.
 */
export function pairItems(
  block: Siblings,
  file: Siblings,
  { isPart, within }: { readonly isPart: boolean; readonly within?: LineRange | undefined },
): Pairs {
  const pairs = new Map<number, number>();
  const [ours, theirs] = [block, file].map(({ items }) =>
    groupedBy<string, Place>(items.entries(), ([, item]) => idOf(item)),
  );
  for (const [id, own] of ours ?? []) {
    const candidates = theirs?.get(id) ?? [];
    const isFew = own[0]?.[1].kind === 'named' && own.length < candidates.length;
    const isAnyOf = isFew || (isPart && own.length !== candidates.length);
    const found = sameHeads(own, candidates, isAnyOf);
    const taken = new Set(found.values());
    const left = own.filter(([at]) => !found.has(at));
    const rest = candidates.filter(([at]) => !taken.has(at));
    const inside = rest.filter(([, item]) => touches(item, within));
    const [lone] = left;
    const [chosen] = inside;
    if (left.length === 1 && inside.length === 1 && lone && chosen) {
      found.set(lone[0], chosen[0]);
    } else if (own.length === candidates.length || (!isPart && !isFew)) {
      left.slice(0, rest.length).forEach(([at], index) => found.set(at, rest[index]?.[0] ?? 0));
    } else if (lone !== undefined && rest.length > 0) {
      throw new Refused('overloaded', lone[1].name);
    }
    found.forEach((at, one) => pairs.set(one, at));
  }
  return withChanged(pairs, block, file, isPart);
}

/** Those with the same head, in order; with `isAnyOf`, those alone of which the file has one. */
function sameHeads(
  own: readonly Place[],
  candidates: readonly Place[],
  isAnyOf: boolean,
): Map<number, number> {
  const byHead = groupedBy(candidates, ([, { head }]) => head);
  return new Map(
    own.flatMap(([at, { head }]) => {
      const all = byHead.get(head) ?? [];
      const [same] = (isAnyOf && all.length > 1 ? undefined : all.shift()) ?? [];
      return same === undefined ? [] : [[at, same] as const];
    }),
  );
}

/** What tells that something is another thing after a change: the names that it gives, or what a section says. */
function signsOf({ kind, names, said = '' }: Item): readonly string[] {
  return kind === 'import' ? [] : [...names, ...(said === '' ? [] : [`\n${said}`])];
}

/** Whether something gives all names of another thing, too. */
function isGivenAll(old: Item | undefined, { names }: Item): boolean {
  return old?.names.every((name) => names.includes(name)) === true;
}

/** What shares a name or a text, and statements and comments between the same neighbours that are alike: one is the other after a change. */
function withChanged(
  pairs: Map<number, number>,
  block: Siblings,
  file: Siblings,
  isPart: boolean,
): Pairs {
  const taken = new Set(pairs.values());
  const theirs = groupedBy(
    file.items.flatMap((item, at) => signsOf(item).map((sign) => ({ sign, at }))),
    ({ sign }) => sign,
  );
  for (const [at, item] of block.items.entries()) {
    const free = (pairs.has(at) ? [] : signsOf(item))
      .flatMap((sign) => theirs.get(sign) ?? [])
      .find((one) => !taken.has(one.at) && isGivenAll(file.items[one.at], item));
    if (free !== undefined) {
      pairs.set(at, free.at);
      taken.add(free.at);
    }
  }
  const [end, count] = [Math.max(-1, ...pairs.keys()), file.items.length];
  let left = mostComparisons;
  let last = -1;
  for (const [at, item] of block.items.entries()) {
    const known = pairs.get(at);
    // Of a part, nothing is known of what is before and behind it.
    const isInside = at < end && last !== -1;
    const isOpen = isPart
      ? item.kind === 'statement' && isInside
      : item.kind === 'statement' || item.kind === 'comment';
    if (known !== undefined || !isOpen) {
      last = known ?? last;
      continue;
    }
    const words = wordsIn(block, item);
    for (let other = last + 1; other < count && !taken.has(other) && left > 0; other += 1) {
      left -= 1;
      const old = file.items[other];
      if (old?.kind === item.kind && areLike(words, wordsIn(file, old))) {
        pairs.set(at, other);
        taken.add(other);
        last = other;
        break;
      }
    }
  }
  return pairs;
}

/** More items are not compared by their words. */
const mostComparisons = 40_000;

function wordsIn({ lines }: Siblings, { own, to }: Item): ReadonlySet<string> {
  return new Set(
    lines.slice(own, Math.min(to, own + 50)).flatMap((line) => Array.from(wordsOf(line))),
  );
}
