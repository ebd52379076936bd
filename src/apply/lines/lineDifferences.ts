import { diffArrays } from 'diff';
import type { LineRange } from './textLines.ts';

/** Lines of a text that are other lines in another one. One of the ranges may be empty. */
export interface LineDifference {
  readonly before: LineRange;
  readonly after: LineRange;
}

/**
 * Texts are not compared as a whole in which more lines than this differ that both have somewhere. Keeps the time for the
 * worst texts below half a second.
 */
const maxEditLength = 1000;

/**
 * Where two lists of lines differ, in order, with lines in between: as few lines as possible. Where it would take too long to
 * tell these, it is the lines between those that both have once, as in a patience diff, and where that would, all but the
 * ones that both begin and end with.
 */
export function lineDifferences(
  before: readonly string[],
  after: readonly string[],
): readonly LineDifference[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail += 1;
  }
  const [left, right] = [before, after].map((lines) =>
    lines.map((text, at) => ({ text, at })).slice(head, lines.length - tail),
  );
  const pairs = pairsOf(left ?? [], right ?? []);
  return between(pairs, [head, head], [before.length - tail, after.length - tail]);
}

/** The same, with lines of which there are several as late in both as they can be instead of as early. */
export function lateDifferences(
  before: readonly string[],
  after: readonly string[],
): readonly LineDifference[] {
  return lineDifferences(before.toReversed(), after.toReversed())
    .map((one) => ({
      before: { from: before.length - one.before.to, to: before.length - one.before.from },
      after: { from: after.length - one.after.to, to: after.length - one.after.from },
    }))
    .toReversed();
}

/** Where lines of the one list are in the other; undefined if the lists differ within them. */
export function movedLines(
  { from, to }: LineRange,
  differences: readonly LineDifference[],
): LineRange | undefined {
  let [low, high] = [0, differences.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const end = differences[middle]?.before.to ?? 0;
    [low, high] = end <= from ? [middle + 1, high] : [low, middle];
  }
  const [last, next] = [differences[low - 1], differences[low]];
  const shift = last === undefined ? 0 : last.after.to - last.before.to;
  return next === undefined || next.before.from >= to
    ? { from: from + shift, to: to + shift }
    : undefined;
}

/** A line of one list and one of the other. */
type LinePair = readonly [number, number];

/** What is between lines that stay, from a pair of lines to another. */
function between(
  pairs: readonly LinePair[],
  [first, second]: LinePair,
  end: LinePair,
): readonly LineDifference[] {
  let [from, start] = [first, second];
  return [...pairs, end].flatMap(([to, stop]) => {
    const one = { before: { from, to }, after: { from: start, to: stop } };
    const isNone = from === to && start === stop;
    [from, start] = [to + 1, stop + 1];
    return isNone ? [] : [one];
  });
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/** The lines that stay; among those that both have once, if it would take too long to find all. */
function pairsOf(before: readonly Line[], after: readonly Line[]): readonly LinePair[] {
  const all = commonLines(before, after, maxEditLength);
  if (all !== undefined) {
    return all;
  }
  const anchors = commonLines(linesOnce(before), linesOnce(after), maxEditLength) ?? [];
  const [head, start] = [before[0]?.at ?? 0, after[0]?.at ?? 0];
  const parts = between(anchors, [head, start], [head + before.length, start + after.length]);
  // The time grows with the square of the lines that differ. All parts together get that of one text.
  const most = maxEditLength / Math.sqrt(parts.length);
  const others = parts.flatMap((one) => {
    const own = before.slice(one.before.from - head, one.before.to - head);
    return commonLines(own, after.slice(one.after.from - start, one.after.to - start), most) ?? [];
  });
  return [...anchors, ...others].toSorted(([a], [b]) => a - b);
}

/** The lines that stay; undefined if more than `most` others are in both. */
function commonLines(
  before: readonly Line[],
  after: readonly Line[],
  most: number,
): readonly LinePair[] | undefined {
  // A line that the other text does not have cannot stay. Without these, most texts differ little.
  const [left, right] = [sharedLines(before, after), sharedLines(after, before)];
  const [old, now] = [left, right].map((lines) => lines.map(({ text }) => text));
  let [from, start] = [0, 0];
  return diffArrays(old ?? [], now ?? [], { maxEditLength: most })?.flatMap(
    ({ count, added, removed }) => {
      const [own, others] = [left.slice(from, from + count), right.slice(start, start + count)];
      from += added ? 0 : count;
      start += removed ? 0 : count;
      return added || removed
        ? []
        : own.map(({ at }, index): LinePair => [at, others[index]?.at ?? 0]);
    },
  );
}

function sharedLines(lines: readonly Line[], others: readonly Line[]): readonly Line[] {
  const known = new Set(others.map(({ text }) => text));
  return lines.filter(({ text }) => known.has(text));
}

/** Lines that a text has once. */
function linesOnce(lines: readonly Line[]): readonly Line[] {
  const found = new Map<string, Line | undefined>();
  lines.forEach((line) => found.set(line.text, found.has(line.text) ? undefined : line));
  return [...found.values()].filter((line) => line !== undefined);
}

/** Where a range is after changes, with what has come in place of some of it: in lines or in any other unit. */
export function rangeAfter({ from, to }: LineRange, changes: readonly LineDifference[]): LineRange {
  const above = changes.findLast(({ before }) => before.to <= from);
  const shift = above === undefined ? 0 : above.after.to - above.before.to;
  const own = changes.filter(({ before }) => before.to > from && before.from < to);
  const [first, last] = [own[0], own.at(-1)];
  return {
    from: first !== undefined && first.before.from < from ? first.after.from : from + shift,
    to: last === undefined ? to + shift : last.after.to + Math.max(0, to - last.before.to),
  };
}
