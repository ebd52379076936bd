import type { CodeFit } from '../codeText.ts';
import { fitRegion, lineProblem } from '../fitRegion.ts';
import { type Changes, isRefusal, type LineChange, refused } from '../lineChange.ts';
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
  const { block, file } = fit;
  const old = items.filter(({ kind }) => kind === 'import');
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
    const [own, theirs] = [wordsOf(item, block.lines), wordsOf(match, file.lines)];
    const isMore = theirs.every((word) => own.includes(word));
    const isLess = own.every((word) => theirs.includes(word));
    if (isMore && !isLess) {
      const found = fitRegion(
        fit,
        { from: item.own, to: item.to },
        { from: match.own, to: match.to },
      );
      if (isRefusal(found)) {
        return found;
      }
      changes.push(...found);
    } else if (!isLess) {
      return refused('imports', item.name);
    }
  }
  return changes;
}

/** Whether something is brought from elsewhere only to be exported. */
function isExport(key: string): boolean {
  return key.startsWith('export ');
}

function wordsOf({ own, to }: Item, lines: readonly string[]): readonly string[] {
  return (
    lines
      .slice(own, to)
      .join('\n')
      .match(/[\p{L}\p{N}_$./@-]+/gu) ?? []
  );
}

function addition({ block, file }: CodeFit, item: Item, after: Item | undefined): Changes {
  if (after === undefined || !after.isAlone || !item.isAlone) {
    return refused('imports', item.name);
  }
  const lines = block.lines.slice(item.own, item.to);
  if (lineProblem(lines, file.lines) !== undefined) {
    return refused('signs', item.name);
  }
  const quoted = { from: Math.max(0, after.to - 1), to: after.to };
  return [{ from: after.to, to: after.to, lines, quoted }];
}
