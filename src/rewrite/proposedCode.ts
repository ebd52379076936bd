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
export function proposedCode(
  before: string,
  after: string,
  { start, end }: CodeRange,
): RangeChange {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < Math.min(start, shorter) && before[head] === after[head]) {
    head += 1;
  }
  const most = Math.min(before.length - end, shorter - head);
  let tail = 0;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail += 1;
  }
  // A larger range has whole lines.
  const lineStart = head === 0 ? 0 : before.lastIndexOf('\n', head - 1) + 1;
  const from = head < start ? lineStart : start;
  const lineEnd = before.indexOf('\n', before.length - tail);
  const to = tail === before.length - end ? end : lineEnd === -1 ? before.length : lineEnd + 1;
  return {
    base: before,
    start: from,
    end: to,
    text: after.slice(from, after.length - (before.length - to)),
  };
}
