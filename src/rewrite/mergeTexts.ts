import { diff3Merge, diffIndices } from 'node-diff3';
import { spliced, type Splice } from '../apply/fitEdit.ts';
import { lineTexts, textLines, usualLineEnd } from '../apply/textLines.ts';

/** More lines than this are not compared. */
const mostLines = 5000;

/** A text before a change, and what the change puts in place of a range of it. */
export interface RangeChange {
  readonly base: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of now with the change, where both have changed `base`; undefined if they change the same lines or lines
 * next to each other. The result has the line ends of the text of now.
 */
export function mergedWith(
  { base, start, end, text }: RangeChange,
  now: string,
): string | undefined {
  const lineEnd = usualLineEnd(textLines(now)) || '\n';
  const [old, rewritten, current] = [base, spliced(base, [{ start, end, text }]), now].map(linesOf);
  if (old === undefined || rewritten === undefined || current === undefined) {
    return undefined;
  }
  const [head, tail] = commonEdges([old, rewritten, current]);
  const [a, o, b] = [rewritten, old, current].map((lines) =>
    lines.slice(head, lines.length - tail),
  );
  if (a === undefined || o === undefined || b === undefined) {
    return undefined;
  }
  if (Math.max(a.length, o.length, b.length) > mostLines) {
    return undefined;
  }
  const merged: string[] = [];
  for (const { ok, conflict } of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (conflict !== undefined) {
      return undefined;
    }
    merged.push(...(ok ?? []));
  }
  return [...current.slice(0, head), ...merged, ...current.slice(current.length - tail)].join(
    lineEnd,
  );
}

/** Lines without line ends, the last one also if it is empty, so that joining them gives the text. */
function linesOf(text: string): readonly string[] {
  const lines = lineTexts(text);
  return text === '' || /[\r\n]$/.test(text) ? [...lines, ''] : lines;
}

/** How many lines all texts begin and end with. A line next to a change is left to be compared. */
function commonEdges(texts: readonly (readonly string[])[]): readonly [number, number] {
  const [first = []] = texts;
  const shortest = Math.min(...texts.map((lines) => lines.length));
  let head = 0;
  while (head < shortest && texts.every((lines) => lines[head] === first[head])) {
    head += 1;
  }
  let tail = 0;
  while (
    tail < shortest - head &&
    texts.every((lines) => lines.at(-1 - tail) === first.at(-1 - tail))
  ) {
    tail += 1;
  }
  return [Math.max(head - 1, 0), Math.max(tail - 1, 0)];
}

/** What turns one text into another, as few lines as possible: what stays keeps its marks in the editor. */
export function lineSplices(before: string, after: string): readonly Splice[] {
  const [old, rewritten] = [textLines(before), textLines(after)];
  if (Math.max(old.length, rewritten.length) > mostLines) {
    return before === after ? [] : [{ start: 0, end: before.length, text: after }];
  }
  const differences = diffIndices(
    old.map(({ text, lineEnd }) => text + lineEnd),
    rewritten.map(({ text, lineEnd }) => text + lineEnd),
  );
  return differences.map(({ buffer1, buffer2 }) => ({
    start: old[buffer1[0]]?.start ?? before.length,
    end: old[buffer1[0] + buffer1[1]]?.start ?? before.length,
    text: after.slice(
      rewritten[buffer2[0]]?.start ?? after.length,
      rewritten[buffer2[0] + buffer2[1]]?.start ?? after.length,
    ),
  }));
}

/** The whole lines in which two texts differ; `newEnd` is their end in the second one. In UTF-16 code units. */
export function changedLines(
  before: string,
  after: string,
): { readonly start: number; readonly end: number; readonly newEnd: number } {
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) {
    same += 1;
  }
  const start = same === 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - start && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) {
    sameAtEnd += 1;
  }
  // The common end may begin within a line.
  const lineEnd = before.indexOf('\n', before.length - sameAtEnd);
  const tail = lineEnd === -1 ? 0 : before.length - lineEnd - 1;
  return { start, end: before.length - tail, newEnd: after.length - tail };
}
