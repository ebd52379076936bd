import type { LineRange } from '../../placeEdit.ts';
import type { CodeFit } from '../codeText.ts';
import type { Refusal } from '../codePlan.ts';
import { lineProblem } from '../fitRegion.ts';
import { type Changes, isRefusal, refused } from '../lineChange.ts';
import { reindented, shiftFor } from '../reindent.ts';
import { sharedPart, significantLines } from '../significance.ts';
import { type Entry, type Level, lineOf } from './level.ts';
import type { Matches } from './matchItems.ts';
import type { Item } from './outline.ts';

/** An entry among the others of its level. */
interface EntryPlace {
  readonly entries: readonly Entry[];
  readonly at: number;
  readonly matches: Matches;
}

/** Adds a new item next to the neighbour that the block shows. */
export function insertion(fit: CodeFit, level: Level, place: EntryPlace): Changes {
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

function namelessHead({ head, name }: Item): string {
  return head.replaceAll(name.replaceAll(/\s+/g, ''), '');
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
  return old.some((one, at) => {
    if (matched.has(at) || one.kind !== 'named') {
      return false;
    }
    const theirs = significantLines(file.lines.slice(one.own, one.to));
    const isLike = sharedPart(own, theirs) >= 0.4 || sharedPart(theirs, own) >= 0.4;
    const isBodiless = item.body === undefined && one.body === undefined;
    return isLike || (isBodiless && namelessHead(item) === namelessHead(one));
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
  const problem = lineProblem(lines, file.lines, file.language);
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
