import { blankEnd, blankStart } from '../../lines/blankLines.ts';
import { broughtNames } from '../imports/broughtNames.ts';
import type { Level } from '../items/assignLevels.ts';
import type { Item } from '../items/item.ts';
import type { Pairs } from '../items/pairItems.ts';
import { Refused } from '../refused.ts';
import { isSignificant } from '../significance.ts';
import type { Composing } from './composing.ts';
import { type Piece, plain } from './piece.ts';

/** The items of the file that the block lacks and that stay, by the one that they come after, -1 for the start. */
export function keptItems(
  all: Composing,
  { items }: Level,
  pairs: Pairs,
): ReadonlyMap<number, readonly number[]> {
  const paired = new Set(pairs.values());
  const kept = new Map<number, number[]>();
  let anchor = -1;
  for (const [at, item] of items.entries()) {
    if (paired.has(at)) {
      anchor = at;
    } else if (!isReplaced(all, item) && !(item.kind === 'import' && all.isUnused(item))) {
      checkLacked(all, item);
      const known = kept.get(anchor);
      if (known === undefined) {
        kept.set(anchor, [at]);
      } else {
        known.push(at);
      }
    }
  }
  return kept;
}

/** A section that stays must not be in the block without its heading: as the end of another one, it would be there twice. */
export function checkLacked({ file, language, isStated }: Composing, item: Item): void {
  const lines = file.lines.slice(item.own + 1, item.to);
  const said = lines.filter((line) => isSignificant(line, language));
  if (item.said !== undefined && said.length > 0 && said.every(isStated)) {
    throw new Refused('renamed', item.name);
  }
}

/** Whether the block brings the name of something at the top of the file, or all names of an import, by a new import. */
export function isReplaced({ file, brought }: Composing, item: Item): boolean {
  if (brought.size === 0 || (item.kind !== 'named' && item.kind !== 'import')) {
    return false;
  }
  const names = item.kind === 'import' ? broughtNames(file.lines, item) : [item.name];
  return names.length > 0 && names.every((name) => brought.has(name)) && file.items.includes(item);
}

/** What is left out, with the blank lines before it; at the start, with those behind it. Comments that the block has are none of it. */
export function keptPieces(
  { file, isStated }: Composing,
  { items, range }: Level,
  at: number,
  isAtStart: boolean,
): readonly Piece[] {
  const item = items[at];
  if (item === undefined) {
    return [];
  }
  const floor = items[at - 1]?.to ?? range.from;
  const lead = file.lines.slice(item.from, item.own);
  const stated = lead.findLastIndex((line) => /\w/.test(line) && isStated(line)) + 1;
  const isAll = stated > 0 && !lead.slice(stated).some((line) => /\w/.test(line));
  const from = isAtStart ? item.from : blankStart(file.lines, item.from, floor);
  const to = isAtStart ? blankEnd(file.lines, item.to, range.to) : item.to;
  return [
    ...plain(file.lines.slice(from, item.from)),
    {
      lines: file.lines.slice(isAll ? item.own : item.from + stated, item.to),
      leftOut: item.name,
    },
    ...plain(file.lines.slice(item.to, to)),
  ];
}

/** What has several names must have all of them or none in the block: it is one part, and none of them may be there twice. */
export function checkNames(own: Level, old: Level, pairs: Pairs): void {
  const paired = new Set(pairs.values());
  const names = new Set(own.items.flatMap(({ name }) => name.split(', ')));
  const split = old.items.find(({ kind, key }, at) => {
    const all = kind === 'named' && key.includes(', ') ? key.split(', ') : [];
    return all.some((one) => names.has(one) !== paired.has(at));
  });
  if (split !== undefined) {
    throw new Refused('duplicate', split.name);
  }
}
