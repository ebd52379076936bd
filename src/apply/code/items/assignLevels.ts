import { indentOf } from '../../lines/indentation.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { CodePair } from './codeText.ts';
import { groupedBy, idOf, type Item, touches } from './item.ts';

/** Siblings, and the lines that they are in. */
export interface Level {
  readonly items: readonly Item[];
  readonly range: LineRange;
}

/** The items of a block by the siblings of the file that they belong among, or the places that one may be about. */
export type Assigned =
  | { readonly kind: 'levels'; readonly levels: ReadonlyMap<readonly Item[], readonly Item[]> }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] }
  | { readonly kind: 'none' };

/** An item of the file that one of the block may be about. */
interface Candidate {
  readonly siblings: readonly Item[];
  readonly found: Item;
}

/**
 * Finds for each item of a block the part of the file, or the class in it, that it belongs to: where one of its name is, of
 * several that with the same head, then that with the most of the others. A new one belongs to what is before it in the
 * block. What the block has at the top is in a class only if it, or something else in the block, has a head that is there word
 * by word, or if it is indented as there: a function is no method of its name.
 */
export function assignLevels(
  items: readonly Item[],
  { block, file }: CodePair,
  within: LineRange | undefined,
): Assigned {
  const all = levelsOf(file.items);
  const [top] = all;
  const places = (block.isMembers ? all.slice(1) : all).flatMap((siblings) =>
    siblings.map((found): Candidate => ({ siblings, found })),
  );
  const byId = groupedBy(places, ({ found }) => idOf(found));
  const named = items.map((item) => (isTold(item) ? (byId.get(idOf(item)) ?? []) : []));
  const same = named.map((found, at) => found.filter((one) => one.found.head === items[at]?.head));
  const shown = new Set(same.flat().map(({ siblings }) => siblings));
  const candidates = named.map((found, at): readonly Candidate[] => {
    const heads = same[at] ?? [];
    return heads.length > 0
      ? heads
      : found.filter(
          ({ siblings, found: one }) =>
            block.isMembers ||
            siblings === top ||
            shown.has(siblings) ||
            isIndentedAs(block.lines[items[at]?.own ?? 0], file.lines[one.own]),
        );
  });
  const counts = groupedBy(
    candidates.flatMap((found) => [...new Set(found.map(({ siblings }) => siblings))]),
    (siblings) => siblings,
  );
  const countOf = ({ siblings }: Candidate): number => counts.get(siblings)?.length ?? 0;
  const chosen: (readonly Item[] | undefined)[] = [];
  for (const found of candidates) {
    const most = Math.max(0, ...found.map(countOf));
    const best = found.filter((one) => countOf(one) === most);
    const inside = found.filter((one) => touches(one.found, within));
    const siblings = new Set((inside.length === 1 ? inside : best).map((one) => one.siblings));
    const [first, other] = siblings;
    if (other !== undefined) {
      return {
        kind: 'several',
        places: found.map(({ found: { own, to } }) => ({ from: own, to })),
      };
    }
    chosen.push(first);
  }
  return withNew(items, chosen, file.items);
}

function isIndentedAs(line = '', other = ''): boolean {
  return indentOf(other) !== '' && indentOf(line) === indentOf(other);
}

function withNew(
  items: readonly Item[],
  chosen: readonly (readonly Item[] | undefined)[],
  top: readonly Item[],
): Assigned {
  const levels = new Map<readonly Item[], Item[]>();
  let last = chosen.find((siblings) => siblings !== undefined);
  for (const [at, item] of items.entries()) {
    // The header of a table begins something at the top, as in TOML.
    last = chosen[at] ?? (last !== undefined && item.head.startsWith('[') ? top : last);
    if (last !== undefined) {
      const known = levels.get(last);
      if (known === undefined) {
        levels.set(last, [item]);
      } else {
        known.push(item);
      }
    }
  }
  return last === undefined ? { kind: 'none' } : { kind: 'levels', levels };
}

/** The siblings of the text as a whole, and those within each container. */
function levelsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  return [
    items,
    ...items.flatMap(({ members }) => (members === undefined ? [] : levelsOf(members))),
  ];
}

function isTold({ kind }: Item): boolean {
  return kind === 'named' || kind === 'statement';
}
