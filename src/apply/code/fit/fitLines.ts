import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import type { CodePair } from '../items/codeText.ts';
import { groupedBy, type Item } from '../items/item.ts';
import { indentedAs } from './indented.ts';
import type { Piece } from './piece.ts';
import { placed } from './placeLines.ts';

/** A block as lines out of the file. */
export interface FittedLines {
  readonly pieces: readonly Piece[];
  /** Whether it begins or ends with something that has a name and a body, so that it may be the whole of that. */
  readonly isPart: boolean;
}

/** A block as lines out of the file, by what is there of them. */
export function linesIn({ block, file, language }: CodePair): FittedLines {
  const bare = block.lines.map((line, at) => (block.marks.has(at) ? '' : line));
  const lines = indentedAs({ lines: bare, unit: block.unit }, file, '', undefined);
  const old = file.lines;
  // There may be more before the first and behind the last of them.
  const own = ['', ...lines, ''];
  const marks = new Set([0, ...Array.from(block.marks, (at) => at + 1), own.length - 1]);
  const items = flatItems(file.items).filter(({ kind }) => kind === 'named');
  const [ours, theirs] = [flatItems(block.items), items].map((all) => countBy(all));
  const texts = groupedBy(old, (line) => line.trim());
  const { pieces, place } = placed({
    own,
    marks,
    old,
    language,
    isPart: true,
    lacked: items.filter(({ key }) => (ours?.get(key) ?? 0) < (theirs?.get(key) ?? 0)),
    timesIn: (line) => texts.get(line.trim())?.length ?? 0,
    nameOf: ({ from, to }) =>
      items.findLast((item) => item.from <= from && item.to >= to)?.name ??
      old
        .slice(from, to)
        .find((line) => !isBlank(line))
        ?.trim() ??
      '',
  });
  return { pieces, isPart: block.marks.size === 0 && isPartOf(file.items, place) };
}

/** Whether lines begin with something that has a name and a body, or end with it and begin with something beside it. */
function isPartOf(items: readonly Item[], { from, to }: LineRange): boolean {
  const first = items.find((item) => item.from === from || item.own === from);
  const last = items.find((item) => item.to === to && isLong(item));
  return (
    (first !== undefined && (isLong(first) || last !== undefined)) ||
    items.some(({ members = [] }) => isPartOf(members, { from, to }))
  );
}

function isLong({ kind, own, to }: Item): boolean {
  return kind === 'named' && to - own > 1;
}

/** How many items there are of each key. */
function countBy(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of items) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Items with all within them. */
export function flatItems(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [item, ...flatItems(item.members ?? [])]);
}
