import type { Splice } from '../apply/fitEdit.ts';
import type { CodeRange } from './proposedCode.ts';

/**
 * Changes of whole lines as changes of a range, which may begin and end within a line; undefined if one of them changes
 * something outside of the range.
 */
export function splicesWithin(
  splices: readonly Splice[],
  base: string,
  range: CodeRange,
): readonly Splice[] | undefined {
  const within = splices.flatMap(({ start, end, text }) => {
    const head = Math.max(0, range.start - start);
    const tail = Math.max(0, end - range.end);
    const isKept =
      head + tail <= Math.min(end - start, text.length) &&
      text.startsWith(base.slice(start, start + head)) &&
      text.endsWith(base.slice(end - tail, end));
    return isKept
      ? [{ start: start + head, end: end - tail, text: text.slice(head, text.length - tail) }]
      : [];
  });
  return within.length === splices.length ? within : undefined;
}
