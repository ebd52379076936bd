import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../placeEdit.ts';
import type { CodePair } from '../codeText.ts';
import type { Item } from '../items/item.ts';
import { Refused, required } from '../refused.ts';
import { composeStretches } from './composeStretches.ts';
import { indentedAs } from './indented.ts';
import type { Piece } from './piece.ts';
import { stretchesOf } from './stretches.ts';

/** A block as lines out of the file. */
export interface FittedLines {
  readonly pieces: readonly Piece[];
  /** Whether it begins or ends with something that has a name and a body, so that it may be the whole of that. */
  readonly isPart: boolean;
}

/** A block as lines out of the file, by those that they begin and end with. */
export function linesIn({ block, file, language }: CodePair): FittedLines {
  const bare = block.lines.map((line, at) => (block.marks.has(at) ? '' : line));
  const own = indentedAs({ lines: bare, unit: block.unit }, file, '', undefined);
  const old = file.lines;
  const lines = { own, marks: block.marks, old, isWhole: false, language };
  const stretches = stretchesOf(lines) ?? [];
  const [first, last] = [stretches[0]?.old.from, stretches.at(-1)?.old.to];
  if (first === undefined || last === undefined) {
    throw new Refused('notFound');
  }
  const items = flatItems(file.items).filter(({ kind }) => kind === 'named');
  const [ours, theirs] = [flatItems(block.items), items].map((all) => countBy(all));
  // What has several names is one part, and none of them may be there twice.
  const split = items.find((item) => {
    const [has, lacks] = [true, false].map((is) =>
      namesOf(item).some((name) => ours?.has(name) === is),
    );
    return has && lacks;
  });
  if (split !== undefined) {
    throw new Refused('duplicate', split.name);
  }
  const known = new Set(old.map((line) => line.trim()));
  const pieces = composeStretches(stretches, {
    ...lines,
    lacked: items.filter((item) =>
      namesOf(item).some((name) => (ours?.get(name) ?? 0) < (theirs?.get(name) ?? 0)),
    ),
    isKnown: (line) => known.has(line.trim()),
    nameOf: ({ from, to }) =>
      items.findLast((item) => item.from <= from && item.to >= to)?.name ??
      old
        .slice(from, to)
        .find((line) => !isBlank(line))
        ?.trim() ??
      '',
  });
  const isPart = block.marks.size === 0 && isPartOf(file.items, { from: first, to: last });
  return { pieces: required(pieces, 'notFound'), isPart };
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

/** What tells an item: its key, or each of its names if it has several. */
function namesOf({ key, name }: Item): readonly string[] {
  return name !== key && name.includes(', ') ? name.split(', ') : [key];
}

/** How many items there are of each name. */
function countBy(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of items.flatMap(namesOf)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Items with all within them. */
export function flatItems(items: readonly Item[]): readonly Item[] {
  return items.flatMap((item) => [item, ...flatItems(item.members ?? [])]);
}
