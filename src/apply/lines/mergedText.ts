import { type LineDifference, lineDifferences } from './lineDifferences.ts';
import { textLines, usualLineEnd } from './textLines.ts';

/**
 * `now` with the changes that made `after` of `before`; undefined if both change the same lines, or lines next to each
 * other, in different ways, or if the texts have too little in common. The result has the line ends of `now`.
 */
export function mergedText(before: string, after: string, now: string): string | undefined {
  const [old, proposed, current] = [linesOf(before), linesOf(after), linesOf(now)];
  const [own, typed] = [lineDifferences(old, proposed), lineDifferences(old, current)];
  if (own === undefined || typed === undefined) {
    return undefined;
  }
  const merged: (readonly string[])[] = [];
  let [done, next, shift] = [0, 0, 0];
  for (const one of own) {
    for (let above = typed[next]; above !== undefined; above = typed[(next += 1)]) {
      if (above.before.to >= one.before.from) {
        break;
      }
      shift = above.after.to - above.before.to;
    }
    const other = typed[next];
    if (other !== undefined && other.before.from <= one.before.to) {
      if (!isSame([one, proposed], [other, current])) {
        return undefined;
      }
      continue;
    }
    merged.push(
      current.slice(done, one.before.from + shift),
      proposed.slice(one.after.from, one.after.to),
    );
    done = one.before.to + shift;
  }
  const text = [...merged, current.slice(done)].flat().join('');
  return text.replaceAll('\n', usualLineEnd(textLines(now)));
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

/** Lines with the same line end, but for a last one that has none. */
function linesOf(text: string): readonly string[] {
  return textLines(text).map((line) => (line.lineEnd === '' ? line.text : `${line.text}\n`));
}
