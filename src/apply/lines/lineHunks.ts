import type { Splice } from './splices.ts';
import { type LineDifference, lineDifferences } from './lineDifferences.ts';
import { startOfLine, textLines, wholeLine } from './textLines.ts';

/** Lines that differ between two texts. */
export interface LineHunk extends LineDifference {
  /** What it changes in the text before. */
  readonly splice: Splice;
}

/** The changes that make `after` of `before`, in order. */
export function lineHunks(before: string, after: string): readonly LineHunk[] {
  const old = textLines(before);
  const lines = textLines(after).map(wholeLine);
  return lineDifferences(old.map(wholeLine), lines).map((one) => ({
    before: one.before,
    after: one.after,
    splice: {
      start: startOfLine(old, one.before.from),
      end: startOfLine(old, one.before.to),
      text: lines.slice(one.after.from, one.after.to).join(''),
    },
  }));
}

/**
 * The hunk at a line of one of the texts, or else the next one. A hunk without lines is at the lines beside it.
 */
export function hunkAt(
  hunks: readonly LineHunk[],
  side: 'before' | 'after',
  line: number,
): LineHunk | undefined {
  return (
    hunks.find(({ [side]: { from, to } }) => line >= from && line < to) ??
    hunks.find(({ [side]: { from, to } }) => from === to && (line === from || line === from - 1)) ??
    hunks.find(({ [side]: { from } }) => from > line) ??
    hunks.at(-1)
  );
}
