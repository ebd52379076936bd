import { diffIndices } from 'node-diff3';
import type { Splice } from './fitEdit.ts';
import type { TextLine } from './textLines.ts';

/** A change, and the lines that its block quotes, which the change is among. In UTF-16 code units. */
export interface QuotedSplice extends Splice {
  readonly quotedFrom: number;
  readonly quotedTo: number;
}

/**
 * The same changes in a text that was edited in the meantime; undefined if a line that a block quotes, or one next to
 * it, was edited as well. Both texts are given by their lines. `splices` are about whole lines of `before`, in order.
 */
export function rebased(
  splices: readonly QuotedSplice[],
  before: readonly TextLine[],
  now: readonly TextLine[],
): readonly Splice[] | undefined {
  const edits = changedRanges(before, now);
  const moved: Splice[] = [];
  for (const { start, end, text, quotedFrom, quotedTo } of splices) {
    if (edits.some((edit) => edit.end >= quotedFrom && edit.start <= quotedTo)) {
      return undefined;
    }
    const last = edits.findLast((edit) => edit.end < quotedFrom);
    const offset = last === undefined ? 0 : last.newEnd - last.end;
    moved.push({ start: start + offset, end: end + offset, text });
  }
  return moved;
}

/** A range of the text before that has become another range; in UTF-16 code units. */
interface ChangedRange {
  readonly start: number;
  readonly end: number;
  readonly newEnd: number;
}

/** What differs between two texts, line by line. What both begin and end with is not compared in detail. */
function changedRanges(
  before: readonly TextLine[],
  now: readonly TextLine[],
): readonly ChangedRange[] {
  const [a, b] = [before.map(wholeLine), now.map(wholeLine)];
  let start = 0;
  while (start < a.length && a[start] === b[start]) {
    start += 1;
  }
  let end = 0;
  const shorter = Math.min(a.length, b.length) - start;
  while (end < shorter && a.at(-1 - end) === b.at(-1 - end)) {
    end += 1;
  }
  const middle = diffIndices(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return middle.map(({ buffer1, buffer2 }) => ({
    start: offsetOf(before, start + buffer1[0]),
    end: offsetOf(before, start + buffer1[0] + buffer1[1]),
    newEnd: offsetOf(now, start + buffer2[0] + buffer2[1]),
  }));
}

function wholeLine({ text, lineEnd }: TextLine): string {
  return text + lineEnd;
}

/** Where a line starts; the end of the text for the one after the last. */
function offsetOf(lines: readonly TextLine[], line: number): number {
  return lines[line]?.start ?? lines.at(-1)?.end ?? 0;
}
