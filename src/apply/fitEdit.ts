import type { BlockEdit } from './blockEdits.ts';
import type { Place } from './findPlaces.ts';
import { foldedText } from './foldedText.ts';
import { shiftedLine } from './indentation.ts';
import { lineDifferences } from './lines/lineDifferences.ts';
import type { LineEnd, TextLine } from './lines/textLines.ts';

/** What is between `start` and `end` of a text is replaced. In UTF-16 code units. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What an edit changes in a text at its place: only lines that the replacement does not share with the search, so that
 * all others keep their bytes. New lines get the indentation and the line end of the text. Or why they cannot: a new line
 * cannot be indented as the text is, or may have other signs than meant.
 */
export function fitEdit(
  { search, replace }: BlockEdit,
  { line: first, closeness, shift }: Place,
  lines: readonly TextLine[],
  lineEnd: LineEnd,
): readonly Splice[] | 'indent' | 'signs' {
  const splices: Splice[] = [];
  const compared = (list: readonly string[]): readonly string[] =>
    closeness === 'same' ? list : list.map((line) => line.trimEnd());
  const differences = lineDifferences(compared(search), compared(replace)) ?? [
    { before: { from: 0, to: search.length }, after: { from: 0, to: replace.length } },
  ];
  for (const { before, after } of differences) {
    const added = replace.slice(after.from, after.to).map((line) => shiftedLine(line, shift));
    if (!added.every((line) => line !== undefined)) {
      return 'indent';
    }
    // The block writes quotes, dashes or spaces otherwise than the file, perhaps here too.
    if (closeness === 'folded' && added.some((line) => foldedText(line) !== line)) {
      return 'signs';
    }
    splices.push(lineSplice(lines, first + before.from, first + before.to, added, lineEnd));
  }
  return splices;
}

/** Replaces whole lines. A text without a line break at its end stays so. */
function lineSplice(
  lines: readonly TextLine[],
  from: number,
  to: number,
  added: readonly string[],
  lineEnd: LineEnd,
): Splice {
  const last = lines.at(-1);
  const textEnd = last?.end ?? 0;
  const start = lines[from]?.start ?? textEnd;
  const end = lines[to]?.start ?? textEnd;
  const isOpenEnd = to === lines.length && last?.lineEnd === '';
  if (!isOpenEnd) {
    return { start, end, text: added.map((line) => line + lineEnd).join('') };
  }
  if (from === lines.length) {
    return { start, end, text: added.map((line) => lineEnd + line).join('') };
  }
  const before = lines[from - 1];
  // Without lines in their place, the line break before the removed ones would be left over.
  return added.length === 0 && before !== undefined
    ? { start: before.end - before.lineEnd.length, end, text: '' }
    : { start, end, text: added.join(lineEnd) };
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

/** A splice of a text without its byte order mark, as one of the text with it. */
export function behindMark({ start, end, text }: Splice): Splice {
  return { start: start + 1, end: end + 1, text };
}
