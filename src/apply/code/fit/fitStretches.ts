import { isBlank } from '../../lines/blankLines.ts';
import type { LineDifference } from '../../lines/lineDifferences.ts';
import type { LineRange } from '../../placeEdit.ts';
import type { CodePair } from '../codeText.ts';
import type { Item } from '../items/item.ts';
import { isComment, isSignificant } from '../significance.ts';
import { isUnreached } from './isUnreached.ts';
import { type Piece, plain } from './piece.ts';
import { differencesIn, stretchesOf } from './stretches.ts';

/** A block as lines out of the file. */
export interface FittedStretches {
  readonly pieces: readonly Piece[];
  /** Whether it begins or ends with something that has a name and a body, so that it may be the whole of that. */
  readonly isPart: boolean;
}

/**
 * The file with the lines of a block in the place of those that have the same beginning and end. What is only gone between
 * them, and what has a name that the block does not have, stays and is left out. Undefined if a place is not certain.
 */
export function fitStretches(
  { block, file, language }: CodePair,
  own: readonly string[],
): FittedStretches | undefined {
  const old = file.lines;
  const stretches = stretchesOf(own, block.marks, old, language) ?? [];
  const [first, last] = [stretches[0]?.old.from, stretches.at(-1)?.old.to];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const items = flatItems(file.items).filter(({ kind }) => kind === 'named');
  const [ours, theirs] = [flatItems(block.items), items].map((all) => countBy(all));
  const isPart = block.marks.size === 0 && isPartOf(file.items, { from: first, to: last });
  const lacked = items.filter(({ key }) => (ours?.get(key) ?? 0) < (theirs?.get(key) ?? 0));
  const known = new Set(old.map((line) => line.trim()));
  const pieces: Piece[] = [];
  let line = 0;
  for (const stretch of stretches) {
    for (const difference of differencesIn(own, old, stretch, language)) {
      const found = changed(difference, { own, old, items, lacked, known, language });
      if (found === undefined) {
        return undefined;
      }
      pieces.push(...plain(old.slice(line, difference.before.from)), ...found);
      line = difference.before.to;
    }
  }
  pieces.push(...plain(old.slice(line)));
  return isUnreached(pieces, { own, old }) ? undefined : { pieces, isPart };
}

interface Changing {
  readonly own: readonly string[];
  readonly old: readonly string[];
  /** What has a name in the file, and what of that the block lacks. */
  readonly items: readonly Item[];
  readonly lacked: readonly Item[];
  /** The lines of the file, without their indentation. */
  readonly known: ReadonlySet<string>;
  readonly language: string | undefined;
}

/** What comes where lines differ; undefined if that cannot be told. */
function changed(
  { before, after }: LineDifference,
  { own, old, items, lacked, known, language }: Changing,
): readonly Piece[] | undefined {
  const [gone, put] = [old.slice(before.from, before.to), own.slice(after.from, after.to)];
  const code = (lines: readonly string[]): number =>
    lines.filter((line) => isSignificant(line, language)).length;
  // Lines that the file has are more likely moved, and would be there twice.
  const isMoved = put.every((line) => !isSignificant(line, language) || known.has(line.trim()));
  if (code(put) > 0 && isMoved) {
    return undefined;
  }
  const isEmpty = put.every((line) => isBlank(line) || isComment(line, language));
  if (code(gone) > 0 && code(put) === 0 && isEmpty) {
    const isNew = put.some((line) => !known.has(line.trim()));
    const name = items.findLast(({ from, to }) => from <= before.from && to >= before.to)?.name;
    // A comment there may be about what is gone.
    const rest = isNew ? [] : put;
    return [
      ...plain(rest.every(isBlank) ? [] : rest),
      { lines: gone, leftOut: name ?? first(gone) },
    ];
  }
  if (
    code(gone) > code(put) &&
    put.some((line) => isComment(line, language) && !known.has(line.trim()))
  ) {
    return undefined;
  }
  const pieces = [...plain(put)];
  let line = before.from;
  for (const { from, own: start, to, name } of lacked) {
    const isGone = (at: number): boolean =>
      (at >= before.from && at < before.to) || !isSignificant(old[at] ?? '', language);
    const lines = Array.from({ length: to - start }, (_, at) => start + at);
    if (to <= line || start >= before.to || !lines.every(isGone)) {
      continue;
    }
    if (from < line || to > before.to) {
      return undefined;
    }
    pieces.push({ lines: old.slice(from, to), leftOut: name });
    line = to;
  }
  return pieces;
}

function first(lines: readonly string[]): string {
  return lines.find((line) => !isBlank(line))?.trim() ?? '';
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
