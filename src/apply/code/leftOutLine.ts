import {
  type CodeHunk,
  codeHunks,
  commentedLines,
  type CommentedLines,
  isCodeLine,
} from './codeHunks.ts';
import { elisionOf } from './elisionMarks.ts';
import { isRewritten } from './likePairs.ts';

/**
 * The first new line of a text that stands for code which it lacks; undefined if there is none. A comment explains what
 * follows it. In whatever words, it is a remark on what is left out where code is gone and nothing new follows.
 */
export function leftOutLine(
  before: readonly string[],
  after: readonly string[],
  language: string | undefined,
): string | undefined {
  const added = newLines(before, after);
  const marked = added.find((at) => elisionOf(after[at] ?? '', language) === 'mark');
  if (marked !== undefined) {
    return after[marked];
  }
  const text = commentedLines(after, language);
  const remarks = added.filter((at) => text.comments.has(at) && saysMore(after[at] ?? ''));
  if (remarks.length === 0) {
    return undefined;
  }
  const places = placesOf(codeHunks(commentedLines(before, language), text));
  const below = linesBelow(text);
  const found = remarks.find((at) => {
    const place = places.get(at);
    const next = below[at];
    if (place === undefined) {
      return false;
    }
    const old = place.hunk.pairs.get(next ?? -1);
    const isAboveNew =
      next !== undefined &&
      (place.region.put.has(next) ||
        (old !== undefined && isRewritten(after[next] ?? '', before[old] ?? '')));
    const isExplaining = isAboveNew && elisionOf(after[at] ?? '', language) === undefined;
    return !isExplaining && isInPlaceOfCode(at, place, after[next ?? -1]);
  });
  return found === undefined ? undefined : after[found];
}

/** The lines that a text has more often than another one, counted from 0. */
function newLines(before: readonly string[], after: readonly string[]): readonly number[] {
  const left = new Map<string, number>();
  for (const line of before) {
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  }
  return after.flatMap((line, at) => {
    const count = left.get(line.trim()) ?? 0;
    left.set(line.trim(), count - 1);
    return count > 0 || line.trim() === '' ? [] : [at];
  });
}

/** Whether there is more in a comment than the signs it is made of. */
function saysMore(line: string): boolean {
  return /[^\s/*#<>!{}=;%-]/.test(line);
}

/** Hunks that are near each other. */
interface Region {
  /** The new lines of code in them. */
  readonly put: Set<number>;
  /** How many more lines of code are gone than new. */
  lost: number;
}

/** Where a line after the change is. */
interface Place {
  readonly hunk: CodeHunk;
  readonly region: Region;
}

/** With at most so many lines between them, hunks may be about the same code. */
const regionGap = 3;

/** The places of all lines that differ, by the line after the change. */
function placesOf(hunks: readonly CodeHunk[]): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  let region: Region = { put: new Set(), lost: 0 };
  let end = 0;
  for (const hunk of hunks) {
    const { from, to } = hunk.after;
    if (from - end > regionGap) {
      region = { put: new Set(), lost: 0 };
    }
    end = to;
    hunk.put.forEach((line) => region.put.add(line));
    region.lost += hunk.gone.length - hunk.put.length;
    for (let line = from; line < to; line += 1) {
      places.set(line, { hunk, region });
    }
  }
  return places;
}

/** Whether code is gone just where a new comment is, or near it more than has come. `next` is the line of code below it. */
function isInPlaceOfCode(at: number, { hunk, region }: Place, next: string | undefined): boolean {
  if (hunk.pairs.has(at)) {
    // It is a comment of the file in other words.
    return false;
  }
  const pairs = [...hunk.pairs];
  // The comment is between lines that are still there, more or less.
  const above = pairs.findLast(([own]) => own < at) ?? [-1, -1];
  const below = pairs.find(([own]) => own > at) ?? [Infinity, Infinity];
  const gone = hunk.gone.filter((line) => line > above[1] && line < below[1]).length;
  const isReplaced = hunk.put.some((line) => line > above[0] && line < at);
  // One line that becomes others is an edit.
  if (gone > 1 || (gone === 1 && !isReplaced)) {
    return true;
  }
  // A comment above the head of something tells what it is, also if less is in it.
  const isHead = /[{(:[]\s*$/.test(next ?? '');
  return region.lost > 0 && !isHead;
}

/** For each line, the line of code below it; undefined where what it is in ends before. */
function linesBelow(text: CommentedLines): readonly (number | undefined)[] {
  const below: (number | undefined)[] = [];
  let next: number | undefined;
  for (let at = text.lines.length - 1; at >= 0; at -= 1) {
    below[at] = next;
    if (isCodeLine(text, at)) {
      next = at;
    } else if (!text.comments.has(at) && endOfBlock.test(text.lines[at] ?? '')) {
      next = undefined;
    }
  }
  return below;
}

const endOfBlock = /^\s*(?:[)\]}]|<\/|(?:end|fi|done|esac)\b)/;
