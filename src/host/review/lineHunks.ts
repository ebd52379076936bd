import { diffArrays } from 'diff';
import { type Splice, spliced } from '../../apply/fitEdit.ts';
import { textLines, type TextLine } from '../../apply/textLines.ts';

/** Lines that differ between two texts. Both ranges are counted from 0; the second number is the line after the last. */
export interface LineHunk {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
  /** What it changes in the text before. */
  readonly splice: Splice;
}

/** More lines that differ are not told apart. Limits the time for texts that have little in common. */
const maxEditLength = 1000;

/** The changes that make `after` of `before`, in order. */
export function lineHunks(before: string, after: string): readonly LineHunk[] {
  const [a, b] = [textLines(before), textLines(after)];
  const [wholeA, wholeB] = [a.map(wholeLine), b.map(wholeLine)];
  const { head, tail } = commonEdges(wholeA, wholeB);
  const middleA = wholeA.slice(head, a.length - tail);
  const middleB = wholeB.slice(head, b.length - tail);
  const changes = diffArrays(middleA, middleB, { maxEditLength });
  // Texts that have too little in common are one change.
  const parts = changes ?? [
    { count: middleA.length, value: middleA, added: false, removed: true },
    { count: middleB.length, value: middleB, added: true, removed: false },
  ];
  const hunks: LineHunk[] = [];
  let [lineA, lineB] = [head, head];
  for (let at = 0; at < parts.length; at += 1) {
    const [fromA, fromB] = [lineA, lineB];
    for (let part = parts[at]; part?.added || part?.removed; part = parts[(at += 1)]) {
      lineA += part.removed ? part.count : 0;
      lineB += part.added ? part.count : 0;
    }
    if (fromA !== lineA || fromB !== lineB) {
      const text = wholeB.slice(fromB, lineB).join('');
      const splice = { start: offsetOf(a, fromA), end: offsetOf(a, lineA), text };
      hunks.push({ before: [fromA, lineA], after: [fromB, lineB], splice });
    }
    const same = parts[at]?.count ?? 0;
    lineA += same;
    lineB += same;
  }
  return hunks;
}

/** How many lines two texts begin and end with. */
function commonEdges(
  a: readonly string[],
  b: readonly string[],
): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
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
