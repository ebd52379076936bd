import { spliced, type Splice } from '../apply/fitEdit.ts';
import { type LineDifference, lineDifferences } from '../apply/lineDifferences.ts';
import { lineTexts, textLines, usualLineEnd } from '../apply/textLines.ts';

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
  const [own, typed] = [lineDifferences(old, rewritten), lineDifferences(old, current)];
  if (own === undefined || typed === undefined) {
    return undefined;
  }
  const merged: (readonly string[])[] = [];
  let [done, next, shift] = [0, 0, 0];
  for (const one of own) {
    for (let before = typed[next]; before !== undefined; before = typed[(next += 1)]) {
      if (before.before.to >= one.before.from) {
        break;
      }
      shift = before.after.to - before.before.to;
    }
    const other = typed[next];
    if (other !== undefined && other.before.from <= one.before.to) {
      if (!isSame([one, rewritten], [other, current])) {
        return undefined;
      }
      continue;
    }
    merged.push(
      current.slice(done, one.before.from + shift),
      rewritten.slice(one.after.from, one.after.to),
    );
    done = one.before.to + shift;
  }
  return [...merged, current.slice(done)].flat().join(lineEnd);
}

/** Whether both change the same lines in the same way. */
function isSame(
  [one, text]: readonly [LineDifference, readonly string[]],
  [other, otherText]: readonly [LineDifference, readonly string[]],
): boolean {
  const [lines, others] = [
    text.slice(one.after.from, one.after.to),
    otherText.slice(other.after.from, other.after.to),
  ];
  return (
    one.before.from === other.before.from &&
    one.before.to === other.before.to &&
    lines.length === others.length &&
    lines.every((line, at) => line === others[at])
  );
}

/** Lines without line ends, the last one also if it is empty, so that joining them gives the text. */
function linesOf(text: string): readonly string[] {
  const lines = lineTexts(text);
  return text === '' || /[\r\n]$/.test(text) ? [...lines, ''] : lines;
}

/** What turns one text into another, as few lines as possible: what stays keeps its marks in the editor. */
export function lineSplices(before: string, after: string): readonly Splice[] {
  const [old, rewritten] = [textLines(before), textLines(after)];
  const differences = lineDifferences(
    old.map(({ text, lineEnd }) => text + lineEnd),
    rewritten.map(({ text, lineEnd }) => text + lineEnd),
  );
  if (differences === undefined) {
    return [{ start: 0, end: before.length, text: after }];
  }
  return differences.map((one) => ({
    start: old[one.before.from]?.start ?? before.length,
    end: old[one.before.to]?.start ?? before.length,
    text: after.slice(
      rewritten[one.after.from]?.start ?? after.length,
      rewritten[one.after.to]?.start ?? after.length,
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
