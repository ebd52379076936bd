import type { LineRange } from '../../placeEdit.ts';
import type { CodeFit } from '../codeText.ts';
import type { Item } from './outline.ts';

/** The siblings among which the items of a block belong. */
export type FoundLevel =
  | { readonly kind: 'level'; readonly old: readonly Item[] }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] }
  | { readonly kind: 'none' };

interface Candidate {
  readonly old: readonly Item[];
  /** How many of the block's items are there by name, and how many of these with the same head. */
  readonly count: number;
  readonly heads: number;
  /** The first of them. */
  readonly place: LineRange;
}

/** Finds the part of a file, or the class in it, that has the most of the items of a block. */
export function findLevel(items: readonly Item[], fit: CodeFit): FoundLevel {
  const { block, file, within } = fit;
  const wanted = items.filter(({ kind }) => kind === 'named' || kind === 'statement');
  const candidates = levelsOf(file.items ?? [])
    .slice(block.isMembers ? 1 : 0)
    .flatMap((old) => candidateOf(wanted, old));
  const most = Math.max(0, ...candidates.map(({ count }) => count));
  const best = candidates.filter(({ count }) => count === most);
  const heads = Math.max(0, ...candidates.map((one) => one.heads));
  const exact = best.filter((one) => one.heads === heads);
  const inside = candidates.filter(({ place }) => touches(place, within));
  const isDecided = exact.length === 1 && (heads > 0 || candidates.length === 1);
  const chosen = isDecided ? exact : inside.length === 1 ? inside : best;
  const [level, other] = chosen;
  if (level === undefined) {
    return { kind: 'none' };
  }
  const isOnly = other === undefined && (isDecided || inside.length === 1 || best.length === 1);
  const isDoubtful = !isDecided && inside.length !== 1 && candidates.length > 1;
  return isOnly && !isDoubtful
    ? { kind: 'level', old: level.old }
    : { kind: 'several', places: candidates.map(({ place }) => place) };
}

/** The siblings of the text as a whole, and those within each container. */
function levelsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  return [
    items,
    ...items.flatMap(({ members }) => (members === undefined ? [] : levelsOf(members))),
  ];
}

function candidateOf(wanted: readonly Item[], old: readonly Item[]): readonly Candidate[] {
  const keys = new Map(old.map((item) => [item.key, item]));
  const heads = new Set(old.map(({ key, head }) => `${key}\n${head}`));
  const found = wanted.flatMap(({ key }) => keys.get(key) ?? []);
  const [first] = found;
  return first === undefined
    ? []
    : [
        {
          old,
          count: found.length,
          heads: wanted.filter(({ key, head }) => heads.has(`${key}\n${head}`)).length,
          place: { from: first.own, to: first.to },
        },
      ];
}

function touches(place: LineRange, within: LineRange | undefined): boolean {
  return within !== undefined && place.from < within.to && place.to > within.from;
}
