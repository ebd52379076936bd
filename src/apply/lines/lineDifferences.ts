import { diffArrays } from 'diff';
import type { LineRange } from './lineRange.ts';

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
  const [left, right] = [
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  ];
  const pairs = commonLines(left, right, maxEditLength)?.pairs ?? anchoredLines(left, right);
  return between(pairs, [left.length, right.length]).map(([from, to, start, end]) => ({
    before: { from: head + from, to: head + to },
    after: { from: head + start, to: head + end },
  }));
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

/** A line that stays: where it is in one list and in the other. */
type LinePair = readonly [number, number];

/** What is between lines that stay, and behind them, in lists of these lengths: two ranges each. */
function between(
  pairs: readonly LinePair[],
  lengths: LinePair,
): readonly (readonly [from: number, to: number, start: number, end: number])[] {
  let [from, start] = [0, 0];
  return [...pairs, lengths].flatMap(([to, end]) => {
    const range = [from, to, start, end] as const;
    [from, start] = [to + 1, end + 1];
    return range[0] < to || range[2] < end ? [range] : [];
  });
}

/** The lines that stay, and how many others there are that both have somewhere; undefined if these are more than `most`. */
function commonLines(
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

/** Lines that stay, among them those that both have once; none if it would take too long even so. */
function anchoredLines(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const anchors = linesOnce(before, after);
  const pairs = [...anchors];
  // The time grows with the square of the lines that differ. All parts together get that of one text.
  let left = maxEditLength ** 2;
  for (const [from, to, start, end] of between(anchors, [before.length, after.length])) {
    const most = Math.floor(Math.sqrt(left));
    const part = commonLines(before.slice(from, to), after.slice(start, end), most);
    if (part === undefined) {
      return [];
    }
    left -= part.editLength ** 2;
    part.pairs.forEach(([one, two]) => pairs.push([from + one, start + two]));
  }
  return pairs.toSorted(([a], [b]) => a - b);
}

/** Lines that each of two texts has once. */
function linesOnce(before: readonly string[], after: readonly string[]): readonly LinePair[] {
  const [own, others] = [placesOfSingles(before), placesOfSingles(after)];
  const found = commonLines(
    own.map((at) => before[at] ?? ''),
    others.map((at) => after[at] ?? ''),
    maxEditLength,
  );
  return (found?.pairs ?? []).map(([one, other]) => [own[one] ?? 0, others[other] ?? 0]);
}

function placesOfSingles(lines: readonly string[]): readonly number[] {
  const places = new Map<string, number | undefined>();
  lines.forEach((line, at) => places.set(line, places.has(line) ? undefined : at));
  return [...places.values()].filter((at) => at !== undefined);
}
