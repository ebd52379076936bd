import type { Splice } from './fitEdit.ts';
import { lineDifferences } from './lines/lineDifferences.ts';
import { startOfLine, type TextLine, wholeLine } from './lines/textLines.ts';

/** A change, and the lines that its block quotes, which the change is among. In UTF-16 code units. */
export interface QuotedSplice extends Splice {
  readonly quotedFrom: number;
  readonly quotedTo: number;
}

/**
 * The same changes in a text that was edited in the meantime. `changed`: a line that a block quotes, or one next to it,
 * was edited as well, or may have been: of lines that repeat, it may be unclear which are gone. `rewritten`: the texts
 * have too little in common. Both texts are given by their lines. `splices` are about whole lines of `before`, in order.
 */
export function rebased(
  splices: readonly QuotedSplice[],
  before: readonly TextLine[],
  now: readonly TextLine[],
): readonly Splice[] | 'changed' | 'rewritten' {
  const [old, current] = [before.map(wholeLine), now.map(wholeLine)];
  const [down, up] = [
    lineDifferences(old, current),
    lineDifferences(old.toReversed(), current.toReversed()),
  ];
  if (down === undefined || up === undefined) {
    return 'rewritten';
  }
  const fromStart = down.map((one) => ({
    start: startOfLine(before, one.before.from),
    end: startOfLine(before, one.before.to),
    newEnd: startOfLine(now, one.after.to),
  }));
  // Compared from their ends, texts match as late as they can instead of as early.
  const fromEnd = up.toReversed().map((one) => ({
    start: startOfLine(before, before.length - one.before.to),
    end: startOfLine(before, before.length - one.before.from),
    newEnd: startOfLine(now, now.length - one.after.from),
  }));
  const moved: Splice[] = [];
  for (const splice of splices) {
    const offset = shiftOf(splice, fromStart);
    if (offset === undefined || offset !== shiftOf(splice, fromEnd)) {
      return 'changed';
    }
    moved.push({ start: splice.start + offset, end: splice.end + offset, text: splice.text });
  }
  return moved;
}

/** A range of the text before that has become another range; in UTF-16 code units. */
interface ChangedRange {
  readonly start: number;
  readonly end: number;
  readonly newEnd: number;
}

/** By how much the lines that a change quotes have moved; undefined if they or those next to them were edited. */
function shiftOf(
  { quotedFrom, quotedTo }: QuotedSplice,
  edits: readonly ChangedRange[],
): number | undefined {
  let [low, high] = [0, edits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (edits[middle]?.end ?? 0) < quotedFrom ? [middle + 1, high] : [low, middle];
  }
  const next = edits[low];
  if (next !== undefined && next.start <= quotedTo) {
    return undefined;
  }
  const last = edits[low - 1];
  return last === undefined ? 0 : last.newEnd - last.end;
}
