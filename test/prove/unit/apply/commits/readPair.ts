import { indentUnit } from '../../../../../src/apply/lines/indentation.ts';
import type { CommitPair } from './commitPair.ts';
import { commitStyle, type CommitStyle } from './commitStyles.ts';
import { type Hunk, hunksOf, withHunks } from './hunks.ts';
import { type Outlined, outlined } from './outlined.ts';

/** A pair with all that the forms need, read once. */
export interface ReadPair {
  readonly pair: CommitPair;
  readonly style: CommitStyle;
  /** Without line breaks. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly Hunk[];
  /** What has a name afterwards. */
  readonly items: readonly Outlined[];
  /** What is changed within itself, from outside to inside; none of them is in another one. */
  readonly changed: readonly ChangedItem[];
  /** What is the same before and afterwards. */
  readonly unchanged: readonly SameItem[];
}

/** Something with a name on both sides. */
interface SameItem {
  readonly old: Outlined;
  readonly now: Outlined;
}

/** Something with a name that a commit changes. */
export interface ChangedItem extends SameItem {
  readonly hunks: readonly Hunk[];
  /** The file if only this is changed. */
  readonly expected: readonly string[];
}

/** A line that may have a line break of any kind. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replace(/\n+$/, '')
    .split('\n');
}

/** Reads a pair; undefined if nothing differs, or only white space somewhere, which a reply may have by chance. */
export function readPair(pair: CommitPair): ReadPair | undefined {
  const style = commitStyle(pair.language);
  const [before, after] = [linesOf(pair.before), linesOf(pair.after)];
  const hunks = hunksOf(before, after);
  const isBlank = hunks.some(
    (hunk) => bare(before.slice(...hunk.before)) === bare(after.slice(...hunk.after)),
  );
  // The indentation of a file is kept, whatever that of a reply is.
  const isIndented = indentUnit(before) !== indentUnit(after);
  if (hunks.length === 0 || isBlank || isIndented) {
    return undefined;
  }
  const [olds, items] = [outlined(before, style), outlined(after, style)];
  const both = items.flatMap((now) => {
    const old = once(olds, now.path);
    return old !== undefined && once(items, now.path) !== undefined ? [{ old, now }] : [];
  });
  const text = (lines: readonly string[], { from, to }: Outlined): string =>
    lines.slice(from, to).join('\n');
  const unchanged = both.filter(({ old, now }) => text(before, old) === text(after, now));
  const all = both
    .filter((one) => !unchanged.includes(one))
    .flatMap((one) => changedItem(one, { before, after, hunks }) ?? []);
  const changed = all.filter(({ now }) => !all.some(({ now: { parent } }) => isIn(parent, now)));
  return { pair, style, before, after, hunks, items, changed, unchanged };
}

function bare(lines: readonly string[]): string {
  return lines.join('').replaceAll(/\s/g, '');
}

/** The only one with a path whose last name nothing else has. */
function once(items: readonly Outlined[], path: string): Outlined | undefined {
  const name = path.replace(/^.*\//, '');
  const same = items.filter((one) => one.path.replace(/^.*\//, '') === name);
  return same.length === 1 && same[0]?.path === path ? same[0] : undefined;
}

/** Whether something is another thing, or in it. */
function isIn(one: Outlined | undefined, outer: Outlined): boolean {
  return one !== undefined && (one === outer || isIn(one.parent, outer));
}

function changedItem(
  { old, now }: SameItem,
  { before, after, hunks }: Pick<ReadPair, 'before' | 'after' | 'hunks'>,
): ChangedItem | undefined {
  const own = hunks.filter(
    (hunk) =>
      hunk.before[0] >= old.from &&
      hunk.before[1] <= old.to &&
      hunk.after[0] >= now.from &&
      hunk.after[1] <= now.to,
  );
  const expected = before.toSpliced(old.from, old.to - old.from, ...after.slice(now.from, now.to));
  const isAll = withHunks(before, after, own).join('\n') === expected.join('\n');
  return isAll && own.length > 0 ? { old, now, hunks: own, expected } : undefined;
}
