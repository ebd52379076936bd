import type { CodePair } from '../codeText.ts';
import type { Item } from '../items/item.ts';
import { Refused } from '../refused.ts';
import { broughtNames } from './broughtNames.ts';
import { mergedImport } from './mergedImport.ts';

/** Lines of the file that others replace; none, if others are added before `from`. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * What the imports of a part of a file change: one that is not there is added, one lacks names gets them, and one whose
 * names come from elsewhere now is replaced. Others stay: a part of a file says nothing about those it does not have.
 */
export function fitImports({ block, file }: CodePair): readonly Replacement[] {
  const imports = block.items.filter(({ kind }) => kind === 'import');
  const old = file.items.filter(({ kind }) => kind === 'import');
  const heads = new Map(old.map((item) => [bareHead(item), item]));
  const keys = new Map<string, readonly Item[]>();
  old.forEach((item) => keys.set(item.key, [...(keys.get(item.key) ?? []).slice(0, 1), item]));
  const taken = takenNames({ block, file }, old);
  const found: Replacement[] = [];
  let last: Item | undefined;
  for (const item of imports) {
    const lines = block.lines.slice(item.own, item.to);
    const same = heads.get(bareHead(item));
    const [alike, other] = keys.get(item.key) ?? [];
    const replaced =
      same ?? alike ?? replacedBy(item, takersOf(item, block.lines, taken), { block, file });
    const isTaken = takersOf(item, block.lines, taken).some((one) => one !== replaced);
    if (same === undefined && isTaken) {
      throw new Refused('imports', item.name);
    }
    if (same === undefined && alike !== undefined) {
      found.push(merged(item, other === undefined ? alike : undefined, { block, file }));
    } else if (same === undefined && replaced !== undefined) {
      found.push({ from: replaced.own, to: replaced.to, lines });
    } else if (same === undefined) {
      found.push(added(item, lines, last ?? lastOf(old)));
    }
    last = replaced ?? last;
  }
  return found;
}

/** The last import, or else the last that exports again what it imports. */
function lastOf(old: readonly Item[]): Item | undefined {
  return old.findLast(({ head }) => !head.startsWith('export')) ?? old.at(-1);
}

function bareHead({ head }: Item): string {
  return head.replaceAll(/["';]/g, '');
}

type Texts = Pick<CodePair, 'block' | 'file'>;

/** What has a name at the top of the file, and is not in the block: imports, and other items that bring it. */
type TakenNames = ReadonlyMap<string, ReadonlySet<Item>>;

function takenNames({ block, file }: Texts, old: readonly Item[]): TakenNames {
  const stated = new Set(
    block.items.flatMap(({ kind, name }) => (kind === 'import' ? [] : [name])),
  );
  const taken = new Map<string, Set<Item>>();
  const add = (name: string, item: Item): void => {
    taken.set(name, (taken.get(name) ?? new Set()).add(item));
  };
  old.forEach((item) => broughtNames(file.lines, item).forEach((name) => add(name, item)));
  for (const item of file.items) {
    if (item.kind === 'named' && !stated.has(item.name)) {
      add(item.name, item);
    }
  }
  return taken;
}

/** The items of the file that bring a name which an import brings too. */
function takersOf(item: Item, lines: readonly string[], taken: TakenNames): readonly Item[] {
  const names = broughtNames(lines, item);
  return [...new Set(names.flatMap((name) => Array.from(taken.get(name) ?? [])))];
}

/** The import that has all its names from another one now; undefined if there is none. */
function replacedBy(item: Item, takers: readonly Item[], { block, file }: Texts): Item | undefined {
  const [first, other] = takers.filter(({ kind }) => kind === 'import');
  const names = new Set(broughtNames(block.lines, item));
  const isAll =
    first !== undefined &&
    other === undefined &&
    broughtNames(file.lines, first).every((name) => names.has(name));
  if (first !== undefined && !isAll) {
    throw new Refused('imports', item.name);
  }
  return first;
}

/** The names that an import of the file lacks, added to it. */
function merged(item: Item, old: Item | undefined, { block, file }: Texts): Replacement {
  const found =
    old &&
    mergedImport(
      file.lines.slice(old.own, old.to).join('\n'),
      block.lines.slice(item.own, item.to).join('\n'),
    );
  if (old === undefined || found === undefined) {
    throw new Refused('imports', item.name);
  }
  const lines = found.kind === 'same' ? file.lines.slice(old.own, old.to) : found.text.split('\n');
  return { from: old.own, to: old.to, lines };
}

function added(item: Item, lines: readonly string[], after: Item | undefined): Replacement {
  if (after === undefined) {
    throw new Refused('imports', item.name);
  }
  return { from: after.to, to: after.to, lines };
}
