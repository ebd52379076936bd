import { lineHunks } from '../apply/lines/lineHunks.ts';
import type { CodeRange } from './proposedCode.ts';

/** Where a range of a text is in what has become of it. Lines that were changed in it, or over its edges, belong to it. */
export function movedRange(range: CodeRange, before: string, now: string): CodeRange {
  let { start, end } = range;
  if (before === now) {
    return { start, end };
  }
  // From the end on, so that the offsets of the others stay as they are.
  for (const { splice } of lineHunks(before, now).toReversed()) {
    const grown = splice.text.length - (splice.end - splice.start);
    if (splice.end <= start) {
      start += grown;
      end += grown;
    } else if (splice.start < end) {
      start = Math.min(start, splice.start);
      end = Math.max(end, splice.end) + grown;
    }
  }
  return { start, end };
}
