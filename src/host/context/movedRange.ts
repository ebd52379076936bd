/** A place in a text, counted from 0. */
interface PlainPosition {
  readonly line: number;
  readonly character: number;
}

/** A range of a text. VS Code's own ranges are of this shape. */
export interface PlainRange {
  readonly start: PlainPosition;
  readonly end: PlainPosition;
}

/** The replacement of a range by a text. */
export interface PlainChange {
  readonly range: PlainRange;
  readonly text: string;
}

/**
 * Where a range is after a change of its text: moved by what changes before it, and as much longer or shorter as
 * changes inside. What is inserted at its edges is not in it. Undefined if the change reaches over an edge: then it
 * cannot be told what of the new text belongs to the range.
 */
export function movedRange(
  { start, end }: PlainRange,
  change: PlainChange,
): PlainRange | undefined {
  const from = change.range.start;
  const to = change.range.end;
  const after = endOf(from, change.text);
  if (compare(to, start) <= 0) {
    return { start: moved(start, to, after), end: moved(end, to, after) };
  }
  if (compare(from, end) >= 0) {
    return { start, end };
  }
  const isInside = compare(from, start) >= 0 && compare(to, end) <= 0;
  return isInside ? { start, end: moved(end, to, after) } : undefined;
}

/** A position behind a change that ended at `before` and ends at `after` now. */
function moved(
  position: PlainPosition,
  before: PlainPosition,
  after: PlainPosition,
): PlainPosition {
  return {
    line: position.line + after.line - before.line,
    character:
      position.line === before.line
        ? position.character + after.character - before.character
        : position.character,
  };
}

/** The end of a text that begins at `start`. */
function endOf({ line, character }: PlainPosition, text: string): PlainPosition {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1
    ? { line, character: character + last }
    : { line: line + lines.length - 1, character: last };
}

function compare(one: PlainPosition, other: PlainPosition): number {
  return one.line - other.line || one.character - other.character;
}
