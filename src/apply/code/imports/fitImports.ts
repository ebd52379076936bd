import type { CodePair } from '../items/codeText.ts';
import { groupedBy, type Item } from '../items/item.ts';
import { Refused, required } from '../../plan/refused.ts';
import { isComment } from '../language/significance.ts';
import { mergedImport } from './mergedImport.ts';

/**
 * The imports of a file that those of a part of it change, each with the lines that it has then: one that is not there is
 * added behind another, one that lacks names gets them, and one whose names come from elsewhere now is replaced. Others stay:
 * a part of a file says nothing about those it does not have.
 */
export function fitImports({ block, file }: CodePair): ReadonlyMap<Item, readonly string[]> {
  const old = file.items.filter(isImport);
  const heads = new Map(old.map((item) => [bareHead(item), item]));
  const keys = groupedBy(old, ({ key }) => key);
  const stated = new Set(block.items.flatMap((one) => (isImport(one) ? [] : one.names)));
  const others = file.items.filter(
    (one) => isImport(one) || !one.names.some((name) => stated.has(name)),
  );
  const found = new Map<Item, readonly string[]>();
  const first = firstOf(file);
  let last = first.findLast(({ head }) => !head.startsWith('export')) ?? first.at(-1);
  for (const item of block.items.filter(isImport)) {
    const lines = block.lines.slice(item.own, item.to);
    const same = heads.get(bareHead(item));
    if (same !== undefined) {
      last = same;
      continue;
    }
    const names = new Set(item.names);
    const takers = others.filter((one) => one.names.some((name) => names.has(name)));
    const [alike, other] = keys.get(item.key) ?? [];
    const replaced = alike ?? takers.find(isImport);
    const isWhole = replaced === alike || replaced?.names.every((name) => names.has(name));
    if (isWhole === false || takers.some((one) => one !== replaced)) {
      throw new Refused('imports', item.name);
    }
    const isFirst = replaced === undefined && item.key === 'from __future__';
    const beside = isFirst ? first[0] : (replaced ?? alikeIn(first, item, last) ?? last);
    last = required(beside, 'imports', item.name);
    const now = found.get(last) ?? file.lines.slice(last.own, last.to);
    if (alike === undefined) {
      const both = isFirst ? [...lines, ...now] : [...now, ...lines];
      found.set(last, replaced === undefined ? both : lines);
    } else {
      const merged = other ? undefined : mergedImport(now.join('\n'), lines.join('\n'));
      found.set(last, required(merged, 'imports', item.name).split('\n'));
    }
  }
  return found;
}

/**
 * The lines of a block whose imports have all names of those of the file, too, where a comment within one stands for some, or
 * where what stays needs one that is `lost`. Undefined if none does.
 */
export function completedImports(
  { block, file, language }: CodePair,
  lost: ReadonlySet<string> = new Set(),
): readonly string[] | undefined {
  const known = new Set(file.lines.map((line) => line.trim()));
  const lines = [...block.lines];
  let isChanged = false;
  for (const item of block.items.filter(isImport).toReversed()) {
    const old = file.items.find((one) => isImport(one) && one.key === item.key);
    const lacks = old?.names.filter((name) => !item.names.includes(name)) ?? [];
    const isOpen = (line: string, at: number): boolean =>
      block.marks.has(item.own + at) || (lacks.length > 0 && isComment(line, language));
    const text = block.lines.slice(item.own, item.to);
    const isStanding = text.map((line, at) => !known.has(line.trim()) && isOpen(line, at));
    const own = text.filter((_, at) => isStanding[at] !== true);
    if (own.length < item.to - item.own || lacks.some((name) => lost.has(name))) {
      const theirs = old && file.lines.slice(old.own, old.to).join('\n');
      // What is before a mark comes before what that stands for.
      const both = [theirs ?? '', own.join('\n')];
      const [first = '', ...others] = isStanding.indexOf(true) > 1 ? both.toReversed() : both;
      const merged = theirs && mergedImport(first, others.join(''));
      if (merged !== undefined) {
        lines.splice(item.own, text.length, ...merged.split('\n'));
        isChanged = true;
      }
    }
  }
  return isChanged ? lines : undefined;
}

function isImport({ kind }: Item): boolean {
  return kind === 'import';
}

/** The imports that others come among: the first ones that stand together, as what is above those below may be about them alone. */
function firstOf({ items }: CodePair['file']): readonly Item[] {
  const start = items.findIndex(isImport);
  const end = items.findIndex(
    (item, at) => at > start && (!isImport(item) || item.from < item.own),
  );
  return items.slice(start, end === -1 ? undefined : end).filter(isImport);
}

/** The last one, or the one that is shown, that is the same but for the path at its end. */
function alikeIn(first: readonly Item[], item: Item, shown: Item | undefined): Item | undefined {
  return [...first, ...(shown ? [shown] : [])].findLast((one) => formOf(one) === formOf(item));
}

function formOf({ key }: Item): string {
  return key.replace(/[^\s<"]+$/, '');
}

function bareHead({ head }: Item): string {
  return head.replaceAll(/["';]/g, '');
}
