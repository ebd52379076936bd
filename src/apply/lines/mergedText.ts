import { lateDifferences, lineDifferences, movedLines } from './lineDifferences.ts';
import { type LineChange, spliced } from './splices.ts';
import { type LineRange, startOfLine, textLines, usualLineEnd } from './textLines.ts';

/**
 * `now` with the changes that made `after` of `before`; undefined if both change the same lines, or lines next to each
 * other, in different ways, or if that may be so. Line ends do not count, and new lines have that of `now`.
 */
export function mergedText(before: string, after: string, now: string): string | undefined {
  const [old, proposed, current] = [linesOf(before), linesOf(after), linesOf(now)];
  const own = lineDifferences(old, proposed).map((one) => ({
    from: one.before.from,
    to: one.before.to,
    lines: proposed.slice(one.after.from, one.after.to),
  }));
  const lines = textLines(now);
  const lineEnd = usualLineEnd(lines);
  const splices = mergedChanges(own, old, current)?.map(({ from, to, lines: added }) => ({
    start: startOfLine(lines, from),
    end: startOfLine(lines, to),
    text: added.join('').replaceAll('\n', lineEnd),
  }));
  return splices && spliced(now, splices);
}

/** Lines with the same line end, but for a last one that has none. */
function linesOf(text: string): readonly string[] {
  return textLines(text).map((line) => (line.lineEnd === '' ? line.text : `${line.text}\n`));
}

function keyOf({ from, to }: LineRange, lines: readonly string[]): string {
  return JSON.stringify([from, to, lines]);
}

/**
 * Changes of `before` as changes of `now`, without those that are there already. Undefined if a line of another one, or one next
 * to it, was changed, or may have been: of lines that repeat, it may be unclear which are gone.
 */
export function mergedChanges(
  changes: readonly LineChange[],
  before: readonly string[],
  now: readonly string[],
): readonly LineChange[] | undefined {
  const [early, late] = [lineDifferences(before, now), lateDifferences(before, now)];
  const there = new Set(
    early.map((one) => keyOf(one.before, now.slice(one.after.from, one.after.to))),
  );
  const merged: LineChange[] = [];
  for (const change of changes) {
    const { from, to, lines } = change;
    if (!there.has(keyOf(change, lines))) {
      const touched = { from: from - 1, to: to + 1 };
      const [moved, other] = [movedLines(touched, early), movedLines(touched, late)];
      if (moved === undefined || moved.from !== other?.from) {
        return undefined;
      }
      const shift = moved.from - touched.from;
      merged.push({ ...change, from: from + shift, to: to + shift });
    }
  }
  return merged;
}
