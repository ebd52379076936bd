import type { Splice } from '../fitEdit.ts';
import { anchoredDifferences } from './anchoredDifferences.ts';
import { commonEdges, type LineDifference } from './lineDifferences.ts';
import { startOfLine, textLines, wholeLine } from './textLines.ts';

/** Lines that differ between two texts. Both ranges are counted from 0; the second number is the line after the last. */
export interface LineHunk {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
  /** What it changes in the text before. */
  readonly splice: Splice;
}

/** The changes that make `after` of `before`, in order. */
export function lineHunks(before: string, after: string): readonly LineHunk[] {
  const [a, b] = [textLines(before), textLines(after)];
  const [wholeA, wholeB] = [a.map(wholeLine), b.map(wholeLine)];
  // Texts that have too little in common are one change.
  const differences = anchoredDifferences(wholeA, wholeB) ?? [allBetweenEdges(wholeA, wholeB)];
  return differences.map(({ before: old, after: now }) => {
    const text = wholeB.slice(now.from, now.to).join('');
    const splice = { start: startOfLine(a, old.from), end: startOfLine(a, old.to), text };
    return { before: [old.from, old.to], after: [now.from, now.to], splice };
  });
}

/** All lines but those that both begin and end with. */
function allBetweenEdges(before: readonly string[], after: readonly string[]): LineDifference {
  const { head, tail } = commonEdges(before, after);
  return {
    before: { from: head, to: before.length - tail },
    after: { from: head, to: after.length - tail },
  };
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
    hunks.find(({ [side]: [from, to] }) => line >= from && line < to) ??
    hunks.find(({ [side]: [from, to] }) => from === to && (line === from || line === from - 1)) ??
    hunks.find(({ [side]: [from] }) => from > line) ??
    hunks.at(-1)
  );
}
