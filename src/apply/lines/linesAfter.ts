import type { LineRange } from '../placeEdit.ts';
import type { LineHunk } from './lineHunks.ts';

/** Where lines of a text are after changes of it, with what has come in place of some of them. */
export function linesAfter(
  { from, to }: LineRange,
  changes: readonly Pick<LineHunk, 'before' | 'after'>[],
): LineRange {
  const above = changes.findLast(({ before }) => before[1] <= from);
  const shift = above === undefined ? 0 : above.after[1] - above.before[1];
  const own = changes.filter(({ before: [start, end] }) => end > from && start < to);
  const [first, last] = [own[0], own.at(-1)];
  return {
    from: first !== undefined && first.before[0] < from ? first.after[0] : from + shift,
    to: last === undefined ? to + shift : last.after[1] + Math.max(0, to - last.before[1]),
  };
}
