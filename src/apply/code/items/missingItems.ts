import type { CodeFit } from '../codeText.ts';
import type { Refusal } from '../codePlan.ts';
import { refused } from '../lineChange.ts';
import type { Entry, Level } from './level.ts';
import type { Matches } from './matchItems.ts';
import type { Item } from './outline.ts';

/** Whether it matters if something is missing. */
function isCounted({ kind }: Item): boolean {
  return kind === 'named' || kind === 'statement';
}

/** A method alone is shown without the others. A field alone may be all that is to be left. */
function isMethod({ kind, body, members }: Item): boolean {
  return kind === 'named' && body !== undefined && members === undefined;
}

/** What the file has between items of the block, and the block does not, must be left out on purpose. */
export function missingProblem(
  { block }: CodeFit,
  { items, old, bounds, imports = [] }: Level,
  entries: readonly Entry[],
  matches: Matches,
): Refusal | undefined {
  const matched = new Set(matches.values());
  const hasMark = entries.some((entry) => 'mark' in entry);
  const named = old.filter(({ kind }) => kind === 'named');
  const present = old.filter(({ kind }, at) => kind === 'named' && matched.has(at));
  const lacks = old.filter((item, at) => isCounted(item) && !matched.has(at));
  if (lacks.length === 0) {
    return undefined;
  }
  const words = new Set(block.lines.join('\n').match(/[\p{L}\p{N}_$]+/gu) ?? []);
  const isUsed = lacks.every(({ name, kind }) => kind === 'named' && words.has(name));
  if (isUsed) {
    return undefined;
  }
  if (bounds === undefined) {
    const theirImports = old.filter(({ kind }) => kind === 'import').length;
    const isWholeLike =
      !hasMark &&
      present.length > 1 &&
      present.length * 2 > named.length &&
      imports.length * 2 >= theirImports;
    return isWholeLike || (hasMark && isUncovered(entries, matches, old))
      ? refused('missing', lacks[0]?.name)
      : undefined;
  }
  if (hasMark) {
    return isUncovered(entries, matches, old, true)
      ? refused('missing', lacks[0]?.name)
      : undefined;
  }
  const [item, other] = items.filter(isCounted);
  const isSingle = item !== undefined && other === undefined && named.length > 2;
  return isSingle && isMethod(item) ? undefined : refused('missing', lacks[0]?.name);
}

/** Whether something is missing between two items that have no mark between them. */
function isUncovered(
  entries: readonly Entry[],
  matches: Matches,
  old: readonly Item[],
  hasEdges = false,
): boolean {
  let last: number | undefined = hasEdges ? -1 : undefined;
  const isGap = (from: number, to: number): boolean => old.slice(from + 1, to).some(isCounted);
  for (const entry of entries) {
    if ('mark' in entry) {
      last = undefined;
      continue;
    }
    const match = matches.get(entry.index);
    if (match !== undefined) {
      if (last !== undefined && isGap(last, match)) {
        return true;
      }
      last = match;
    }
  }
  return hasEdges && last !== undefined && isGap(last, old.length);
}
