import { blankEnd, blankStart, isBlank } from '../../apply/lines/blankLines.ts';
import { indentOf } from '../../apply/lines/indentation.ts';
import {
  lateDifferences,
  lineDifferences,
  movedLines,
  rangeAfter,
} from '../../apply/lines/lineDifferences.ts';
import { lineHunks } from '../../apply/lines/splices.ts';
import { type LineRange, lineTexts } from '../../apply/lines/textLines.ts';
import type { LeftOut } from '../../apply/plan/blockPlan.ts';

/** A text that is proposed for a file, and the lines of it that the reply leaves out, in order. */
export interface PlannedText {
  readonly text: string;
  readonly leftOut?: readonly LeftOut[] | undefined;
}

/** Lines of a text that a reply leaves out, and as what they were planned. */
export interface FoundPart extends LineRange {
  readonly planned: LeftOut;
}

/**
 * Where the lines that a reply leaves out are in a text that was made of the planned one by any edits. Those of which a
 * line was changed, removed or parted from the others are not found; they are again once that is undone.
 */
export function partsIn(now: string, { text, leftOut = [] }: PlannedText): readonly FoundPart[] {
  if (leftOut.length === 0) {
    return [];
  }
  const [old, lines] = [lineTexts(text), lineTexts(now)];
  // Of equal lines, a comparison may take others for the new ones.
  const comparisons = [lineDifferences(old, lines), lateDifferences(old, lines)];
  const found: FoundPart[] = [];
  for (const planned of leftOut) {
    const place = comparisons
      .map((differences) => movedLines(planned, differences))
      .find((lines) => lines !== undefined && lines.from >= (found.at(-1)?.to ?? 0));
    if (place !== undefined) {
      found.push({ ...place, planned });
    }
  }
  return found;
}

/** What is left out of a file for which two blocks were planned, `later` on the text of `earlier`. */
export function afterBoth(earlier: PlannedText, { text, leftOut = [] }: PlannedText): PlannedText {
  const others = partsIn(text, earlier)
    .filter(({ from, to }) => !leftOut.some((one) => one.from < to && from < one.to))
    .map(({ from, to, planned: { name } }) => ({ from, to, name }));
  return { text, leftOut: [...others, ...leftOut].toSorted((a, b) => a.from - b.from) };
}

/**
 * The lines that go with a part when it is deleted: blank lines on one side of it, where they would be doubled, or the first
 * or last ones of a block.
 */
export function withBlankLines(text: string, { from, to }: LineRange): LineRange {
  const lines = lineTexts(text);
  const own = indentOf(lines[from] ?? '').length;
  const isEdge = (line = ''): boolean => isBlank(line) || indentOf(line).length < own;
  if (!isEdge(lines[from - 1]) || !isEdge(lines[to])) {
    return { from, to };
  }
  const above = blankStart(lines, from, 0);
  return above < from ? { from: above, to } : { from, to: blankEnd(lines, to) };
}

/** The first line in a file of what a change has made of its base; undefined if nothing of it was among what made `now` of `base`. */
export function writtenLine(
  change: { readonly base: string; readonly text: string },
  base: string,
  now: string,
): number | undefined {
  const [written, since] = [lineHunks(base, now), lineHunks(change.text, now)];
  for (const { after } of lineHunks(change.base, change.text)) {
    const own = rangeAfter(after, since);
    const hunk = written.find((one) => shareLines(own, one.after));
    if (hunk !== undefined) {
      return Math.max(own.from, hunk.after.from);
    }
  }
  return undefined;
}

/** Whether two ranges have a line in common; one without lines, the lines around it. */
function shareLines(one: LineRange, other: LineRange): boolean {
  return one.from === one.to || other.from === other.to
    ? one.from <= other.to && other.from <= one.to
    : one.from < other.to && other.from < one.to;
}
