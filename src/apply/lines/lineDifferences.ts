import { diffArrays } from 'diff';
import type { LineRange } from '../placeEdit.ts';

/** Lines of a text that are other lines in another one. One of the ranges may be empty. */
export interface LineDifference {
  readonly before: LineRange;
  readonly after: LineRange;
}

/**
 * Texts are not compared in which more lines than this differ that both have somewhere. Keeps the time for the worst texts
 * below half a second.
 */
export const maxEditLength = 1000;

/**
 * Where two lists of lines differ: as few lines as possible, in order, with lines in between. Undefined if it would take too
 * long to tell.
 */
export function lineDifferences(
  before: readonly string[],
  after: readonly string[],
): readonly LineDifference[] | undefined {
  const { head, tail } = commonEdges(before, after);
  const [left, right] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  const pairs = commonLines(left, right, maxEditLength)?.pairs;
  return pairs && between(pairs, [left.length, right.length], head);
}

/** A line that stays: where it is in one list and in the other. */
export type LinePair = readonly [number, number];

/** What is between lines that stay, and behind them, in lists of these lengths. */
export function between(
  pairs: readonly LinePair[],
  lengths: LinePair,
  head: number,
): readonly LineDifference[] {
  const differences: LineDifference[] = [];
  let [from, start] = [0, 0];
  for (const [at, other] of [...pairs, lengths]) {
    if (from < at || start < other) {
      differences.push({
        before: { from: head + from, to: head + at },
        after: { from: head + start, to: head + other },
      });
    }
    [from, start] = [at + 1, other + 1];
  }
  return differences;
}

/** How many lines both begin and end with. */
export function commonEdges(
  before: readonly string[],
  after: readonly string[],
): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
}

/** The lines that stay, and how many others there are that both have somewhere; undefined if these are more than `most`. */
export function commonLines(
  before: readonly string[],
  after: readonly string[],
  most: number,
): { readonly pairs: readonly LinePair[]; readonly editLength: number } | undefined {
  // A line that the other text does not have cannot stay. Without these, most texts differ little.
  const [left, right] = [shared(before, new Set(after)), shared(after, new Set(before))];
  const changes = diffArrays(
    left.map(({ line }) => line),
    right.map(({ line }) => line),
    { maxEditLength: most },
  );
  if (changes === undefined) {
    return undefined;
  }
  const pairs: LinePair[] = [];
  let [from, start] = [0, 0];
  for (const { count, added, removed } of changes) {
    const same = added || removed ? 0 : count;
    for (let at = 0; at < same; at += 1) {
      const [one, other] = [left[from + at], right[start + at]];
      if (one !== undefined && other !== undefined) {
        pairs.push([one.at, other.at]);
      }
    }
    from += added ? 0 : count;
    start += removed ? 0 : count;
  }
  return { pairs, editLength: left.length + right.length - 2 * pairs.length };
}

function shared(
  lines: readonly string[],
  others: ReadonlySet<string>,
): readonly { readonly line: string; readonly at: number }[] {
  return lines.flatMap((line, at) => (others.has(line) ? [{ line, at }] : []));
}
