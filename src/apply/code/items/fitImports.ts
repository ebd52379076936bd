import type { CodeFit, CodeText } from '../codeText.ts';
import { lineProblem } from '../fitRegion.ts';
import { type Changes, isRefusal, type LineChange, refused } from '../lineChange.ts';
import { importedNames, mergedImport } from './mergedImport.ts';
import type { Item } from './outline.ts';

/**
 * Adds the imports of a part of a file that are not there, and the names that an import lacks. None is removed: a part
 * of a file says nothing about those it does not have.
 */
export function fitImports(
  fit: CodeFit,
  imports: readonly Item[],
  items: readonly Item[],
): Changes {
  const old = items.filter(({ kind }) => kind === 'import');
  const owners = ownersIn(fit.file);
  const changes: LineChange[] = [];
  let last: Item | undefined;
  for (const item of imports) {
    const same = old.filter((one) => one.head === item.head);
    const alike = old.filter(({ key }) => key === item.key);
    const [match = alike[0]] = same;
    if (match === undefined) {
      const found = addition(
        fit,
        item,
        last ?? old.findLast(({ key }) => isExport(key) === isExport(item.key)),
        owners,
      );
      if (isRefusal(found)) {
        return found;
      }
      changes.push(...found);
      continue;
    }
    last = match;
    if (same.length > 0) {
      continue;
    }
    if (alike.length > 1 || !match.isAlone || !item.isAlone || match.hasError) {
      return refused('imports', item.name);
    }
    const found = merged(fit, item, match, owners);
    if (isRefusal(found)) {
      return found;
    }
    changes.push(...found);
  }
  return changes;
}

/** The names that an import of the file lacks, added to it. */
function merged({ block, file }: CodeFit, item: Item, old: Item, owners: Owners): Changes {
  const found = mergedImport(
    file.lines.slice(old.own, old.to).join('\n'),
    block.lines.slice(item.own, item.to).join('\n'),
  );
  if (found?.kind === 'same') {
    return [];
  }
  if (found === undefined || found.added.some((name) => isKnown(name, owners, old))) {
    return refused('imports', item.name);
  }
  const range = { from: old.own, to: old.to };
  return [{ ...range, lines: found.text.split('\n'), quoted: range }];
}

/** Whether something is brought from elsewhere only to be exported. */
function isExport(key: string): boolean {
  return key.startsWith('export ');
}

/** What has a name, or brings it, by the name. */
type Owners = ReadonlyMap<string, readonly Item[]>;

function ownersIn({ items = [], lines }: CodeText): Owners {
  const owners = new Map<string, Item[]>();
  for (const item of items) {
    for (const name of item.kind === 'import' ? new Set(wordsOf(item, lines)) : [item.name]) {
      owners.set(name, [...(owners.get(name) ?? []).slice(0, 1), item]);
    }
  }
  return owners;
}

/** Whether something else than an import may have a name already. */
function isKnown(name: string, owners: Owners, besides?: Item): boolean {
  return owners.get(name)?.some((item) => item !== besides) ?? false;
}

function wordsOf({ own, to }: Item, lines: readonly string[]): readonly string[] {
  return (
    lines
      .slice(own, to)
      .join('\n')
      .match(/[\p{L}\p{N}_$./@-]+/gu) ?? []
  );
}

function addition(
  { block, file }: CodeFit,
  item: Item,
  after: Item | undefined,
  owners: Owners,
): Changes {
  const lines = block.lines.slice(item.own, item.to);
  const isTaken = importedNames(lines.join('\n')).some((name) => isKnown(name, owners));
  if (after === undefined || !after.isAlone || !item.isAlone || isTaken) {
    return refused('imports', item.name);
  }
  if (lineProblem(lines, file.lines, file.language) !== undefined) {
    return refused('signs', item.name);
  }
  const quoted = { from: Math.max(0, after.to - 1), to: after.to };
  return [{ from: after.to, to: after.to, lines, quoted }];
}
