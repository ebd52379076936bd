import { type LineDifference, lineDifferences } from './lineDifferences.ts';
import { type LineRange, startOfLine, textLines, usualLineEnd, wholeLine } from './textLines.ts';

/** What is between `start` and `end` of a text is replaced. In UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines of a text, and those that take their place. */
export interface LineChange extends LineRange {
  readonly lines: readonly string[];
}

/** Changes of the lines of a text, in order, as splices. Its line ends stay, and whether its last line has one. */
export function splicesOf(changes: readonly LineChange[], text: string): readonly Splice[] {
  const lines = textLines(text);
  const lineEnd = usualLineEnd(lines);
  return changes.map(({ from, to, lines: added }) => {
    const [start, end] = [startOfLine(lines, from), startOfLine(lines, to)];
    if (to < lines.length || lines.at(-1)?.lineEnd !== '') {
      return { start, end, text: added.map((line) => line + lineEnd).join('') };
    }
    if (from === lines.length) {
      return { start, end, text: added.map((line) => lineEnd + line).join('') };
    }
    // Without lines in their place, the line break before the removed ones would be left over.
    const left = added.length === 0 ? (lines[from - 1]?.lineEnd.length ?? 0) : 0;
    return { start: start - left, end, text: added.join(lineEnd) };
  });
}

/** The text after the splices, which are in order and do not overlap. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: added } of splices) {
    parts.push(text.slice(at, start), added);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Lines that differ between two texts, and what that changes in the one before. */
export interface LineHunk extends LineDifference, Splice {}

/** The changes that make `after` of `before`, in order. */
export function lineHunks(before: string, after: string): readonly LineHunk[] {
  const old = textLines(before);
  const lines = textLines(after).map(wholeLine);
  return lineDifferences(old.map(wholeLine), lines).map(({ before: range, after: added }) => ({
    before: range,
    after: added,
    start: startOfLine(old, range.from),
    end: startOfLine(old, range.to),
    text: lines.slice(added.from, added.to).join(''),
  }));
}

/** The hunk at a line of one of the texts, or else the next one. One without lines is at the lines beside it. */
export function hunkAt(
  hunks: readonly LineHunk[],
  side: 'before' | 'after',
  line: number,
): LineHunk | undefined {
  const isAhead = ({ [side]: { from, to } }: LineHunk): boolean => Math.max(from + 1, to) > line;
  return hunks.find(isAhead) ?? hunks.at(-1);
}
