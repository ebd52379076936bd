import type { CodePair } from '../codeText.ts';
import { groupedBy, type Item } from '../items/item.ts';
import { Refused, required } from '../refused.ts';
import { isComment } from '../significance.ts';
import { broughtNames } from './broughtNames.ts';
import { mergedImport } from './mergedImport.ts';

/**
 * The imports of a file that those of a part of it change, each with the lines that it has then: one that is not there is
 * added behind another, one that lacks names gets them, and one whose names come from elsewhere now is replaced. Others stay:
 * a part of a file says nothing about those it does not have.
 */
export function fitImports({
  block,
  file,
  language,
}: CodePair): ReadonlyMap<Item, readonly string[]> {
  const imports = block.items.filter(({ kind }) => kind === 'import');
  const old = file.items.filter(({ kind }) => kind === 'import');
  const known = new Set(file.lines.map((line) => line.trim()));
  const heads = new Map(old.map((item) => [bareHead(item), item]));
  const keys = groupedBy(old, ({ key }) => key);
  const taken = takenNames({ block, file }, old);
  const found = new Map<Item, readonly string[]>();
  let last = lastOf(old);
  for (const item of imports) {
    const lines = block.lines.slice(item.own, item.to);
    // A comment within an import may stand for names of it.
    if (lines.some((line) => isComment(line, language) && !known.has(line.trim()))) {
      throw new Refused('imports', item.name);
    }
    const same = heads.get(bareHead(item));
    if (same !== undefined) {
      last = same;
      continue;
    }
    const [alike, other] = keys.get(item.key) ?? [];
    const takers = takersOf(item, block.lines, taken);
    const replaced = alike ?? replacedBy(item, takers, { block, file });
    if (takers.some((one) => one !== replaced)) {
      throw new Refused('imports', item.name);
    }
    last = required(replaced ?? last, 'imports', item.name);
    const now = found.get(last) ?? file.lines.slice(last.own, last.to);
    if (alike === undefined) {
      found.set(last, replaced === undefined ? [...now, ...lines] : lines);
    } else {
      const merged = other ? undefined : mergedImport(now.join('\n'), lines.join('\n'));
      found.set(last, required(merged, 'imports', item.name).split('\n'));
    }
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
type TakenNames = ReadonlyMap<string, readonly Item[]>;

function takenNames({ block, file }: Texts, old: readonly Item[]): TakenNames {
  const stated = new Set(block.items.flatMap((one) => (one.kind === 'import' ? [] : [one.name])));
  const named = file.items.filter(({ kind, name }) => kind === 'named' && !stated.has(name));
  const taken = [
    ...old.flatMap((item) => broughtNames(file.lines, item).map((name) => ({ name, item }))),
    ...named.map((item) => ({ name: item.name, item })),
  ];
  const byName = groupedBy(taken, ({ name }) => name);
  return new Map(Array.from(byName, ([name, all]) => [name, all.map(({ item }) => item)]));
}

/** The items of the file that bring a name which an import brings too. */
function takersOf(item: Item, lines: readonly string[], taken: TakenNames): readonly Item[] {
  return [...new Set(broughtNames(lines, item).flatMap((name) => taken.get(name) ?? []))];
}

/** The import that has all its names from another one now; undefined if there is none. */
function replacedBy(item: Item, takers: readonly Item[], { block, file }: Texts): Item | undefined {
  const [first, ...others] = takers.filter(({ kind }) => kind === 'import');
  const names = new Set(broughtNames(block.lines, item));
  const theirs = first === undefined ? [] : broughtNames(file.lines, first);
  if (others.length > 0 || !theirs.every((name) => names.has(name))) {
    throw new Refused('imports', item.name);
  }
  return first;
}
