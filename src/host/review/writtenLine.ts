import { lineHunks } from '../../apply/lines/lineHunks.ts';
import { rangeAfter } from '../../apply/lines/rangeAfter.ts';
import type { LineRange } from '../../apply/lines/lineRange.ts';

/** The first line in a file of what a change has made of its base; undefined if nothing of it was among what made `now` of `base`. */
export function writtenLine(
  change: { readonly base: string; readonly text: string },
  base: string,
  now: string,
): number | undefined {
  const [written, since] = [lineHunks(base, now), lineHunks(change.text, now)];
  for (const { after } of lineHunks(change.base, change.text)) {
    const own = rangeAfter(after, since);
    const hunk = written.find((one) => shareLines(own, one.after));
    if (hunk !== undefined) {
      return Math.max(own.from, hunk.after.from);
    }
  }
  return undefined;
}

/** Whether two ranges have a line in common; one without lines, the lines around it. */
function shareLines(one: LineRange, other: LineRange): boolean {
  return one.from === one.to || other.from === other.to
    ? one.from <= other.to && other.from <= one.to
    : one.from < other.to && other.from < one.to;
}
