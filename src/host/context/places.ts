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

/** After so many places nothing is unique any more. */
const maxPlaces = 1000;

/**
 * Where `part` is in `text`: at the line where it was (from 0) or else, if it is there only once, elsewhere. Kinds of
 * line ends do not matter. Undefined if it is not there, or at several other places.
 */
export function findPlace(text: string, part: string, line: number): PlainRange | undefined {
  const [all, wanted] = [withLineFeeds(text), withLineFeeds(part)];
  if (wanted === '') {
    return undefined;
  }
  const starts: number[] = [];
  for (
    let at = all.indexOf(wanted);
    at !== -1 && starts.length < maxPlaces;
    at = all.indexOf(wanted, at + wanted.length)
  ) {
    starts.push(at);
  }
  const lines = all.split('\n');
  const lineStart = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  const lineEnd = lineStart + (lines[line]?.length ?? -1);
  const here = starts.find((at) => at >= lineStart && at <= lineEnd);
  const found = here ?? (starts.length === 1 ? starts[0] : undefined);
  return found === undefined
    ? undefined
    : { start: positionAt(all, found), end: positionAt(all, found + wanted.length) };
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function positionAt(text: string, offset: number): PlainPosition {
  return endOf({ line: 0, character: 0 }, text.slice(0, offset));
}

/** The replacement of a range by a text. */
interface PlainChange {
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
