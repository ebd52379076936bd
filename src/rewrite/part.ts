import { lineHunks } from '../apply/lines/lineHunks.ts';

/** Some code of a text, and what is before and behind it. */
export interface Part {
  readonly before: string;
  readonly code: string;
  readonly after: string;
}

/** The part between two offsets of a text, in UTF-16 code units. */
export function partAt(text: string, start: number, end: number): Part {
  return { before: text.slice(0, start), code: text.slice(start, end), after: text.slice(end) };
}

export function textOf({ before, code, after }: Part): string {
  return before + code + after;
}

/** The part in what has become of its text. Lines that were changed in it, or over its edges, belong to it. */
export function partIn(part: Part, now: string): Part {
  const { before, code, after } = part;
  let [start, end] = [before.length, before.length + code.length];
  // From the end on, so that the offsets of the others stay as they are.
  for (const { splice } of lineHunks(textOf(part), now).toReversed()) {
    const grown = splice.text.length - (splice.end - splice.start);
    if (splice.end <= start) {
      start += grown;
      end += grown;
    } else if (splice.start < end) {
      start = Math.min(start, splice.start);
      end = Math.max(end, splice.end) + grown;
    }
  }
  // It may begin and end within a line.
  start = now.startsWith(before) ? Math.max(start, before.length) : start;
  end = now.endsWith(after) ? Math.min(end, now.length - after.length) : end;
  return partAt(now, start, Math.max(start, end));
}
