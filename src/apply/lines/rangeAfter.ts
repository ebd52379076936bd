import type { LineRange } from './lineRange.ts';
import type { LineDifference } from './lineDifferences.ts';

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
