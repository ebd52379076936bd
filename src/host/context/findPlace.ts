/** A place in a text: lines and characters count from 0. The end is after its last character. */
export interface TextPlace {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** After so many places nothing is unique any more. */
const maxPlaces = 1000;

/**
 * Where `part` is in `text`: at the line where it was (from 0) or else, if it is there only once, elsewhere. Kinds of
 * line ends do not matter. Undefined if it is not there, or at several other places.
 */
export function findPlace(text: string, part: string, line: number): TextPlace | undefined {
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
  const lineStart = startOfLine(all, line);
  const lineEnd = lineStart === undefined ? -1 : endOfLine(all, lineStart);
  const here = starts.find((at) => lineStart !== undefined && at >= lineStart && at <= lineEnd);
  const found = here ?? (starts.length === 1 ? starts[0] : undefined);
  return found === undefined ? undefined : placeBetween(all, found, found + wanted.length);
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function placeBetween(text: string, start: number, end: number): TextPlace {
  const [from, to] = [positionAt(text, start), positionAt(text, end)];
  return {
    startLine: from.line,
    startCharacter: from.character,
    endLine: to.line,
    endCharacter: to.character,
  };
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  let line = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, character: offset - start };
}

function startOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let count = 0; count < line; count += 1) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) {
      return undefined;
    }
  }
  return start;
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
