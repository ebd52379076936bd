import type { LineRange } from '../placeEdit.ts';
import { codeHunks, commentedLines } from './codeHunks.ts';
import type { CodeFit } from './codeText.ts';
import { type Changes, type LineChange, refused } from './lineChange.ts';
import { isSignificant, removesSome } from './significance.ts';

/** Where the body of something is, in the block and in the file. */
export interface BodyPair {
  readonly code: LineRange;
  readonly region: LineRange;
}

/** Code with marks in it, and the region of the file that it stands for as a whole. */
interface ElidedCode {
  readonly code: LineRange;
  readonly region: LineRange;
  readonly body?: BodyPair | undefined;
  /** The lines of the code as they are to be in the file. Those of marks do not count. */
  readonly lines: readonly string[];
}

/** Lines between marks, the first and the one after the last, counted from the start of the code. */
type Segment = LineRange;

/**
 * Keeps the lines of the file that marks stand for: those between the lines before and after a mark, each of which must
 * be in the region once. The first and the last segment begin and end with the region itself.
 */
export function fitElided({ block, file }: CodeFit, elided: ElidedCode): Changes {
  const { code, region, lines } = elided;
  const segments = segmentsOf(lines, (at) => block.marks.has(code.from + at));
  const here = file.lines.slice(region.from, region.to);
  const changes: LineChange[] = [];
  let before = 0;
  for (const [index, segment] of segments.entries()) {
    const isFirst = index === 0;
    const isLast = index === segments.length - 1;
    const own = lines.slice(segment.from, segment.to);
    const start = isFirst ? 0 : isLast ? lastStart(own, here, segment, elided) : startOf(own, here);
    const end = isLast
      ? here.length
      : isFirst
        ? firstEnd(own, here, segment, elided)
        : endOf(own, here);
    if (start === undefined || end === undefined || start < before || end < start) {
      return refused('elision');
    }
    if (end - start > own.length * 1.5 + 3) {
      return refused('missing');
    }
    // A line that the block adds may be elsewhere in the region as well: it is no end of the segment then.
    const old = here.slice(start, end);
    if (removesSome(old, own) || replacesOthers(old, own)) {
      return refused('missing');
    }
    before = end;
    if (own.length > 0) {
      const range = { from: region.from + start, to: region.from + end };
      changes.push({ ...range, lines: own, quoted: range });
    }
  }
  return changes;
}

/** Whether several lines of code are replaced by some that have nothing in common with them, which may be added instead. */
function replacesOthers(old: readonly string[], own: readonly string[]): boolean {
  return codeHunks(commentedLines(old), commentedLines(own)).some(
    ({ gone, pairs }) => gone.length > 1 && pairs.size === 0,
  );
}

/** What is between the marks, without blank lines at the edges. The first and the last may be empty. */
function segmentsOf(lines: readonly string[], isMark: (at: number) => boolean): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && !isMark(at)) {
      continue;
    }
    const filled = trimmedRange(lines, from, at);
    const isEdge = segments.length === 0 || at === lines.length;
    if (isEdge || filled.from < filled.to) {
      segments.push(filled);
    }
    from = at + 1;
  }
  return segments;
}

function trimmedRange(lines: readonly string[], from: number, to: number): Segment {
  let [start, end] = [from, to];
  while (start < end && (lines[start] ?? '').trim() === '') {
    start += 1;
  }
  while (end > start && (lines[end - 1] ?? '').trim() === '') {
    end -= 1;
  }
  return { from: start, to: end };
}

/** Where the first segment ends in the region: as it begins, or before the body if it has nothing of it. */
function firstEnd(
  own: readonly string[],
  here: readonly string[],
  segment: Segment,
  { code, region, body }: ElidedCode,
): number | undefined {
  if (own.every((line, at) => isSame(line, here[at]))) {
    return own.length;
  }
  return body !== undefined && code.from + segment.to <= body.code.from
    ? body.region.from - region.from
    : endOf(own, here);
}

/** Where the last segment starts in the region: as it ends, or behind the body if it has nothing of it. */
function lastStart(
  own: readonly string[],
  here: readonly string[],
  segment: Segment,
  { code, region, body }: ElidedCode,
): number | undefined {
  const rest = here.length - own.length;
  if (rest >= 0 && own.every((line, at) => isSame(line, here[rest + at]))) {
    return rest;
  }
  return body !== undefined && code.from + segment.from >= body.code.to
    ? body.region.to - region.from
    : startOf(own, here);
}

function isSame(line: string, other: string | undefined): boolean {
  return line.trimEnd() === other?.trimEnd();
}

/** Where lines end that are in the region once: as many of the last ones as it takes. */
function endOf(own: readonly string[], here: readonly string[]): number | undefined {
  return onlyPlace(own.length, (count) =>
    placesOf(own.slice(own.length - count), here).map((at) => at + count),
  )(own.toReversed());
}

/** Where lines start that are in the region once: as many of the first ones as it takes. */
function startOf(own: readonly string[], here: readonly string[]): number | undefined {
  return onlyPlace(own.length, (count) => placesOf(own.slice(0, count), here))(own);
}

/** In lines: what so many do not tell, more do not either. */
const longestAnchor = 12;

function onlyPlace(
  length: number,
  placesWith: (count: number) => readonly number[],
): (lines: readonly string[]) => number | undefined {
  return (lines) => {
    for (let count = 1; count <= Math.min(length, longestAnchor); count += 1) {
      const places = placesWith(count);
      if (places.length === 0) {
        return undefined;
      }
      if (places.length === 1 && lines.slice(0, count).some(isSignificant)) {
        return places[0];
      }
    }
    return undefined;
  };
}

function placesOf(wanted: readonly string[], here: readonly string[]): readonly number[] {
  return here.flatMap((_, at) =>
    wanted.every((line, index) => isSame(line, here[at + index])) ? [at] : [],
  );
}
