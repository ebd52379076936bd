import { type Splice, spliced } from '../../apply/fitEdit.ts';
import { lineDifferences } from '../../apply/lineDifferences.ts';
import { textLines, type TextLine } from '../../apply/textLines.ts';

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
  const differences = lineDifferences(wholeA, wholeB) ?? [allBetweenEdges(wholeA, wholeB)];
  return differences.map(({ before: old, after: now }) => {
    const text = wholeB.slice(now.from, now.to).join('');
    const splice = { start: offsetOf(a, old.from), end: offsetOf(a, old.to), text };
    return { before: [old.from, old.to], after: [now.from, now.to], splice };
  });
}

/** All lines but those that both begin and end with. */
function allBetweenEdges(a: readonly string[], b: readonly string[]) {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) {
    from += 1;
  }
  let tail = 0;
  while (tail < shorter - from && a.at(-1 - tail) === b.at(-1 - tail)) {
    tail += 1;
  }
  return { before: { from, to: a.length - tail }, after: { from, to: b.length - tail } };
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

/** `after` with the changes that made `now` of `before`; undefined if both change the same lines in different ways. */
export function mergedText(before: string, after: string, now: string): string | undefined {
  const proposed = lineHunks(before, after);
  const made = lineHunks(before, now).filter(
    (one) => !proposed.some((other) => isSameHunk(one, other)),
  );
  if (made.some((one) => proposed.some((other) => isInTheWay(one.splice, other.splice)))) {
    return undefined;
  }
  const all = [...proposed, ...made].map(({ splice }) => splice);
  return spliced(
    before,
    all.toSorted((a, b) => a.start - b.start || a.end - b.end),
  );
}

function isSameHunk({ splice: a }: LineHunk, { splice: b }: LineHunk): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

/** Whether two changes are about the same lines, or one adds lines next to the other. */
function isInTheWay(a: Splice, b: Splice): boolean {
  const isAdded = a.start === a.end || b.start === b.end;
  return isAdded ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}

function wholeLine({ text, lineEnd }: TextLine): string {
  return text + lineEnd;
}

function offsetOf(lines: readonly TextLine[], line: number): number {
  return lines[line]?.start ?? lines.at(-1)?.end ?? 0;
}
