import { changedLines } from './changedLines.ts';

/** The range of a text that is rewritten, in UTF-16 code units. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

/** A text before a change, and what the change puts in place of a range of it. */
export interface RangeChange extends CodeRange {
  readonly base: string;
  readonly text: string;
}

/**
 * What a proposed text changes of the text before, as one range: the rewritten one, or a larger one where lines around it
 * were changed as well.
 */
export function proposedCode(before: string, after: string, range: CodeRange): RangeChange {
  const [head, tail] = [before.slice(0, range.start), before.slice(range.end)];
  const isWithin =
    after.length >= head.length + tail.length && after.startsWith(head) && after.endsWith(tail);
  // A larger range has whole lines.
  const lines = isWithin ? range : changedLines(before, after);
  const start = Math.min(range.start, lines.start);
  const end = Math.max(range.end, lines.end);
  return { base: before, start, end, text: after.slice(start, after.length - before.length + end) };
}
