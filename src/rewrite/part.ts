import { lineHunks } from '../apply/lines/splices.ts';
import { rangeAfter } from '../apply/lines/lineDifferences.ts';
import { type LineRange, lineTexts } from '../apply/lines/textLines.ts';

/** Some code of a text, and what is before and behind it. It may begin and end within a line. */
export interface Part {
  readonly before: string;
  readonly code: string;
  readonly after: string;
}

/**
 * The code between two offsets of a text, in UTF-16 code units. Blank lines at its edges, and the line end after it, are not
 * part of it: they stay.
 */
export function partAt(text: string, start: number, end: number): Part {
  const code = text.slice(start, end);
  const from = code.lastIndexOf('\n', code.search(/\S|$/)) + 1;
  const filled = Math.max(from, code.trimEnd().length);
  const lineEnd = code.slice(filled).search(/[\r\n]|$/);
  const to = start + filled + lineEnd;
  return {
    before: text.slice(0, start + from),
    code: text.slice(start + from, to),
    after: text.slice(to),
  };
}

export function textOf({ before, code, after }: Part): string {
  return before + code + after;
}

/** The lines of the text that the part has, counted from 0. */
export function linesOf({ before, code }: Part): LineRange {
  const from = before.split('\n').length - 1;
  return { from, to: from + lineTexts(code).length };
}

/** The part with other lines in place of its code. If there are none, its line goes with the line end. */
export function withLines(
  { before, after }: Part,
  lines: readonly string[],
  lineEnd: string,
): Part {
  const isGone = lines.length === 0 && (before === '' || before.endsWith('\n'));
  const code = lines.join(lineEnd);
  return { before, code, after: isGone ? after.replace(/^\r?\n/, '') : after };
}

/** The part in what has become of its text. Lines that were changed in it, or over its edges, belong to it. */
export function partIn(part: Part, now: string): Part {
  const { before, code, after } = part;
  let grown = 0;
  const changes = lineHunks(textOf(part), now).map(({ start, end, text }) => {
    const from = start + grown;
    grown += text.length - (end - start);
    return { before: { from: start, to: end }, after: { from, to: from + text.length } };
  });
  const moved = rangeAfter({ from: before.length, to: before.length + code.length }, changes);
  // It may begin and end within a line.
  const start = now.startsWith(before) ? Math.max(moved.from, before.length) : moved.from;
  const end = now.endsWith(after) ? Math.min(moved.to, now.length - after.length) : moved.to;
  return partAt(now, start, Math.max(start, end));
}
