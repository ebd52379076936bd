import type { LineRange } from '../../placeEdit.ts';
import { type CodeFit, hasMark } from '../codeText.ts';
import type { Refusal } from '../codePlan.ts';
import { fitRegion } from '../fitRegion.ts';
import {
  type Changes,
  changesNothing,
  isRefusal,
  type LineChange,
  refused,
} from '../lineChange.ts';
import { itemProblem } from './itemGuards.ts';
import { entriesOf, type Entry, type Level } from './level.ts';
import { type Matches, matchItems } from './matchItems.ts';
import { missingProblem } from './missingItems.ts';
import { insertion } from './newItems.ts';
import type { Item } from './outline.ts';

/**
 * Changes for the items of a block in the file: those with a counterpart replace it, new ones go next to their neighbour,
 * and what the block does not have is kept, if it is clear that it was left out.
 */
export function fitLevel(fit: CodeFit, level: Level): Changes {
  const { items, old } = level;
  const matches = matchItems(items, old, fit.within);
  if (isRefusal(matches)) {
    return matches;
  }
  const entries = entriesOf(fit, level);
  const moved = orderProblem(entries, matches, old);
  if (moved !== undefined) {
    return moved;
  }
  const changes: LineChange[] = [];
  for (const [at, entry] of entries.entries()) {
    if ('mark' in entry) {
      continue;
    }
    const match = matches.get(entry.index);
    const found =
      match === undefined
        ? insertion(fit, level, { entries, at, matches })
        : fitItem(fit, entry.item, old[match]);
    if (isRefusal(found)) {
      return found;
    }
    changes.push(...found);
  }
  const missing = missingProblem(fit, level, entries, matches);
  const isDone = fit.isProof === true && changesNothing(changes, fit.file.lines);
  return missing === undefined || isDone ? changes : missing;
}

/** The items of the block must be in the order of the file. */
function orderProblem(
  entries: readonly Entry[],
  matches: Matches,
  old: readonly Item[],
): Refusal | undefined {
  let last = -1;
  for (const entry of entries) {
    const match = 'mark' in entry ? undefined : matches.get(entry.index);
    if (match !== undefined) {
      if (match < last) {
        return refused('moved', old[match]?.name);
      }
      last = match;
    }
  }
  return undefined;
}

/** Replaces an item; its own members are fitted for themselves if some of them are left out. */
function fitItem(fit: CodeFit, item: Item, old: Item | undefined): Changes {
  if (old === undefined) {
    return refused('notFound', item.name);
  }
  const { block, file } = fit;
  const problem = itemProblem(fit, item, old);
  if (problem !== undefined) {
    return refused(problem, item.name);
  }
  // A comment that the block leaves out stays.
  const code = { from: item.from, to: item.to };
  const region = { from: item.from < item.own ? old.from : old.own, to: old.to };
  if (item.members === undefined || old.members === undefined) {
    const isText =
      item.kind === 'comment' ||
      block.lines.slice(code.from, code.to).join('\n') ===
        file.lines.slice(region.from, region.to).join('\n');
    const body = item.body && old.body && { code: item.body, region: old.body };
    return isText && item.kind === 'comment' ? [] : fitRegion(fit, code, region, body);
  }
  return fitContainer(fit, {
    item,
    old,
    members: item.members,
    oldMembers: old.members,
    code,
    region,
  });
}

interface ContainerPair {
  readonly item: Item;
  readonly old: Item;
  readonly members: readonly Item[];
  readonly oldMembers: readonly Item[];
  readonly code: LineRange;
  readonly region: LineRange;
}

function fitContainer(fit: CodeFit, pair: ContainerPair): Changes {
  const { item, old, members, oldMembers, code, region } = pair;
  const [body, oldBody] = [item.body, old.body];
  const matches = matchItems(members, oldMembers, fit.within);
  if (isRefusal(matches)) {
    return matches;
  }
  const isMarked = hasMark(fit.block, code);
  const isWhole = !isMarked && new Set(matches.values()).size === oldMembers.length;
  const isOneLine = !body || !oldBody || body.from > body.to || oldBody.from > oldBody.to;
  if (isOneLine && !isWhole) {
    return refused('missing', item.name);
  }
  const inner = fitLevel(fit, {
    items: members,
    old: oldMembers,
    bounds: body && oldBody && { code: body, region: oldBody },
  });
  // What is left out on purpose, or would be an error of a member, is found out member by member.
  if (isRefusal(inner) && !(isWhole && inner.reason === 'new')) {
    return inner;
  }
  if (isWhole) {
    return fitRegion(fit, code, region);
  }
  if (isRefusal(inner) || body === undefined || oldBody === undefined) {
    return isRefusal(inner) ? inner : refused('unsure', item.name);
  }
  const head = fitRegion(
    fit,
    { from: code.from, to: body.from },
    { from: region.from, to: oldBody.from },
  );
  const tail = fitRegion(fit, { from: body.to, to: code.to }, { from: oldBody.to, to: region.to });
  if (isRefusal(head)) {
    return head;
  }
  return isRefusal(tail) ? tail : [...head, ...inner, ...tail];
}
