import type { LineRange } from '../placeEdit.ts';
import type { CodeFit } from './codeFit.ts';
import type { Refusal } from './codePlan.ts';
import { fitRegion, lineProblem } from './fitRegion.ts';
import { itemProblem } from './itemGuards.ts';
import { type Changes, isRefusal, type LineChange, refused } from './lineChange.ts';
import { type Matches, matchItems } from './matchItems.ts';
import type { Item } from './outline.ts';
import { reindented, shiftFor } from './reindent.ts';
import { sharedPart, significantLines } from './significance.ts';

/** Siblings of a block, and those of the file that they are fitted into. */
interface Level {
  readonly items: readonly Item[];
  readonly old: readonly Item[];
  /** The imports that the block has besides. */
  readonly imports?: readonly Item[] | undefined;
  /** The lines of both, if the block shows where they begin and end. */
  readonly bounds?: { readonly code: LineRange; readonly region: LineRange } | undefined;
}

/** An item of a block, or the line of a mark between items. */
type Entry = { readonly index: number; readonly item: Item } | { readonly mark: number };

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
  const problem =
    orderProblem(entries, matches, old) ?? missingProblem(fit, level, entries, matches);
  if (problem !== undefined) {
    return problem;
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
  return changes;
}

/** Marks and items in the order of the block. A mark that is indented further than the item before it is part of that. */
function entriesOf({ block }: CodeFit, { items, imports = [], bounds }: Level): readonly Entry[] {
  const range = bounds?.code ?? { from: 0, to: block.lines.length };
  const marks = Array.from(block.marks).filter(
    (line) =>
      line >= range.from &&
      line < range.to &&
      ![...items, ...imports].some(({ from, to }) => line >= from && line < to),
  );
  const entries: Entry[] = [
    ...items.map((item, index) => ({ index, item })),
    ...marks.map((mark) => ({ mark })),
  ];
  return entries.toSorted((a, b) => lineOf(a) - lineOf(b));
}

function lineOf(entry: Entry): number {
  return 'mark' in entry ? entry.mark : entry.item.from;
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

/** What the file has between items of the block, and the block does not, must be left out on purpose. */
function missingProblem(
  { block }: CodeFit,
  { items, old, bounds, imports = [] }: Level,
  entries: readonly Entry[],
  matches: Matches,
): Refusal | undefined {
  const matched = new Set(matches.values());
  const counted = (item: Item): boolean => item.kind === 'named' || item.kind === 'statement';
  const hasMark = entries.some((entry) => 'mark' in entry);
  const named = old.filter(({ kind }) => kind === 'named');
  const present = named.filter((item) => matched.has(old.indexOf(item)));
  const lacks = old.filter((item, at) => counted(item) && !matched.has(at));
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
    return isWholeLike || (hasMark && isUncovered(entries, matches, old, counted))
      ? refused('missing', lacks[0]?.name)
      : undefined;
  }
  if (hasMark) {
    return isUncovered(entries, matches, old, counted, true)
      ? refused('missing', lacks[0]?.name)
      : undefined;
  }
  const isSingle = items.filter(counted).length === 1 && named.length > 2;
  return isSingle ? undefined : refused('missing', lacks[0]?.name);
}

/** Whether something is missing between two items that have no mark between them. */
function isUncovered(
  entries: readonly Entry[],
  matches: Matches,
  old: readonly Item[],
  counted: (item: Item) => boolean,
  hasEdges = false,
): boolean {
  let last: number | undefined = hasEdges ? -1 : undefined;
  const isGap = (from: number, to: number): boolean => old.slice(from + 1, to).some(counted);
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

/** Replaces an item; its own members are fitted for themselves if some of them are left out. */
export function fitItem(fit: CodeFit, item: Item, old: Item | undefined): Changes {
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
  const isMarked = Array.from(fit.block.marks).some((line) => line >= code.from && line < code.to);
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

interface EntryPlace {
  readonly entries: readonly Entry[];
  readonly at: number;
  readonly matches: Matches;
}

/** Adds a new item next to the neighbour that the block shows. */
function insertion(fit: CodeFit, level: Level, place: EntryPlace): Changes {
  const { entries, at, matches } = place;
  const entry = entries[at];
  if (entry === undefined || 'mark' in entry) {
    return [];
  }
  const { item } = entry;
  if (item.kind !== 'named' || !item.isAlone) {
    return refused('new', item.name);
  }
  const before = neighbour(entries, at, -1, matches);
  const after = neighbour(entries, at, 1, matches);
  if (likeMissing(fit, level, matches, item)) {
    return refused('renamed', item.name);
  }
  const isSplit =
    typeof before === 'number' &&
    typeof after === 'number' &&
    level.old.slice(before + 1, after).some(({ kind }) => kind !== 'comment');
  if (isSplit) {
    return refused('renamed', item.name);
  }
  return insertedAt(fit, level, place, { item, before, after });
}

/** The index of the item of the file next to a new one; `edge` if the block shows that there is none. */
function neighbour(
  entries: readonly Entry[],
  at: number,
  step: -1 | 1,
  matches: Matches,
): number | 'edge' | undefined {
  for (let next = at + step; ; next += step) {
    const entry = entries[next];
    if (entry === undefined) {
      return 'edge';
    }
    if ('mark' in entry || entry.item.kind === 'import') {
      return undefined;
    }
    const match = matches.get(entry.index);
    if (match !== undefined) {
      return match;
    }
  }
}

/** Whether something that the block does not have is much like a new item, which may be it under a new name. */
function likeMissing(
  { block, file }: CodeFit,
  { old }: Level,
  matches: Matches,
  item: Item,
): boolean {
  const matched = new Set(matches.values());
  const own = significantLines(block.lines.slice(item.own, item.to));
  const bare = (one: Item): string => one.head.replaceAll(one.name.replaceAll(/\s+/g, ''), '');
  return old.some((one, at) => {
    if (matched.has(at) || one.kind !== 'named') {
      return false;
    }
    const theirs = significantLines(file.lines.slice(one.own, one.to));
    const isLike = sharedPart(own, theirs) >= 0.4 || sharedPart(theirs, own) >= 0.4;
    const isBodiless = item.body === undefined && one.body === undefined;
    return isLike || (isBodiless && bare(item) === bare(one));
  });
}

interface Neighbours {
  readonly item: Item;
  readonly before: number | 'edge' | undefined;
  readonly after: number | 'edge' | undefined;
}

function insertedAt(
  fit: CodeFit,
  { items, old, bounds }: Level,
  { entries, at }: EntryPlace,
  { item, before, after }: Neighbours,
): Changes {
  const { block, file } = fit;
  const range = bounds?.code ?? { from: 0, to: block.lines.length };
  const ends = (index: number): number => endLine(entries[index], range);
  let line: number;
  let code: LineRange;
  if (typeof before === 'number') {
    line = old[before]?.to ?? 0;
    code = { from: ends(at - 1), to: item.to };
  } else if (typeof after === 'number') {
    const next = entries[at + 1];
    line = old[after]?.from ?? 0;
    code = { from: item.from, to: next === undefined ? item.to : lineOf(next) };
  } else if (bounds !== undefined && before === 'edge') {
    line = bounds.region.from;
    code = { from: item.from, to: nextLine(entries[at + 1], item.to) };
  } else if (bounds !== undefined && after === 'edge') {
    line = bounds.region.to;
    code = { from: entries[at - 1] === undefined ? range.from : ends(at - 1), to: item.to };
  } else {
    return refused('new', item.name);
  }
  const sample = sampleOf(items, old, item);
  const lines = block.lines.slice(code.from, code.to);
  const problem = lineProblem(lines, file.lines);
  const shifted = problem === undefined ? asSibling(fit, lines, item, sample) : refused(problem);
  const quoted = { from: Math.max(0, line - 1), to: Math.min(file.lines.length, line + 1) };
  return isRefusal(shifted) ? shifted : [{ from: line, to: line, lines: shifted, quoted }];
}

function endLine(entry: Entry | undefined, range: LineRange): number {
  if (entry === undefined) {
    return range.from;
  }
  return 'mark' in entry ? entry.mark + 1 : entry.item.to;
}

function nextLine(entry: Entry | undefined, otherwise: number): number {
  return entry === undefined ? otherwise : lineOf(entry);
}

/** An item of both, whose indentation tells that of a new one. */
function sampleOf(
  items: readonly Item[],
  old: readonly Item[],
  item: Item,
): readonly [Item, Item] | undefined {
  for (const one of items) {
    const other = old.find(({ key }) => key === one.key);
    if (one !== item && other !== undefined && one.kind !== 'import') {
      return [one, other];
    }
  }
  const [first] = old;
  return first === undefined ? undefined : [item, first];
}

function asSibling(
  { block, file }: CodeFit,
  lines: readonly string[],
  item: Item,
  sample: readonly [Item, Item] | undefined,
): readonly string[] | Refusal {
  if (sample === undefined) {
    return lines;
  }
  const [own, other] = sample;
  const shift = shiftFor(
    { block, file },
    { from: own.own, to: own.to },
    { from: other.own, to: other.to },
    [own.own, other.own],
  );
  return (shift && reindented(lines, shift, [])) ?? refused('indent', item.name);
}
