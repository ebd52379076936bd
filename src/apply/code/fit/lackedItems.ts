import type { Level } from '../items/assignLevels.ts';
import type { Item } from '../items/item.ts';
import type { Pairs } from '../items/pairItems.ts';
import { Refused } from '../../plan/refused.ts';
import type { Composing } from './composing.ts';

/**
 * Whether something that the block lacks is not needed any more: the block brings all names of something at the top of the
 * file by something new, or it states all, and uses no name of an import.
 */
export function isGone({ file, brought, isUnused }: Composing, item: Item): boolean {
  const { kind, names } = item;
  const isBrought =
    names.length > 0 && names.every((name) => brought.has(name)) && file.items.includes(item);
  return isBrought || (kind === 'import' && isUnused(item));
}

/** What stays must not have a name that the block gives to something else, unless it was so before. */
export function checkNames(all: Composing, own: Level, old: Level, pairs: Pairs): void {
  const paired = new Set(pairs.values());
  const had = new Set(old.items.flatMap(({ names }, at) => (paired.has(at) ? names : [])));
  const given = own.items.flatMap((item) => item.names).filter((name) => !had.has(name));
  const names = new Set(given);
  const twice = old.items.find(
    (item, at) =>
      !paired.has(at) &&
      item.names.some((name) => names.has(name)) &&
      !isGone(all, item) &&
      !all.imports.has(item),
  );
  if (twice !== undefined) {
    throw new Refused('duplicate', twice.name);
  }
}
