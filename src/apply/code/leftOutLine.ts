import {
  type CodeHunk,
  codeHunks,
  commentedLines,
  type CommentedLines,
  isCodeLine,
} from './codeHunks.ts';
import { elisionOf } from './elisionMarks.ts';

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
  const text = commentedLines(after);
  const remarks = added.filter((at) => text.comments.has(at) && saysMore(after[at] ?? ''));
  if (remarks.length === 0) {
    return undefined;
  }
  const regions = regionsOf(codeHunks(commentedLines(before), text));
  const found = remarks.find((at) => {
    const region = regions.find((hunks) => hunks.some((hunk) => isIn(at, hunk)));
    return (
      region !== undefined &&
      !isExplaining(at, region, text, language) &&
      isInPlaceOfCode(at, region, text)
    );
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

/** With at most so many lines between them, hunks may be about the same code. */
const regionGap = 3;

/** Hunks that are near each other. */
function regionsOf(hunks: readonly CodeHunk[]): readonly (readonly CodeHunk[])[] {
  const regions: CodeHunk[][] = [];
  for (const hunk of hunks) {
    const last = regions.at(-1);
    const end = last?.at(-1)?.after.to;
    if (last !== undefined && end !== undefined && hunk.after.from - end <= regionGap) {
      last.push(hunk);
    } else {
      regions.push([hunk]);
    }
  }
  return regions;
}

function isIn(at: number, { after: { from, to } }: CodeHunk): boolean {
  return at >= from && at < to;
}

/** Whether a new comment is above new code, or is one of the file in other words. */
function isExplaining(
  at: number,
  region: readonly CodeHunk[],
  text: CommentedLines,
  language: string | undefined,
): boolean {
  const next = codeBelow(at, text);
  const isAbove = next !== undefined && region.some(({ put }) => put.includes(next));
  return (
    region.some(({ pairs }) => pairs.has(at)) ||
    (isAbove && elisionOf(text.lines[at] ?? '', language) === undefined)
  );
}

/** Whether code is gone just where a comment is, or near it more than has come. */
function isInPlaceOfCode(at: number, region: readonly CodeHunk[], text: CommentedLines): boolean {
  const hunk = region.find((one) => isIn(at, one));
  const pairs = [...(hunk?.pairs ?? [])];
  // The comment is between lines that are still there, more or less.
  const above = pairs.findLast(([own]) => own < at) ?? [-1, -1];
  const below = pairs.find(([own]) => own > at) ?? [Infinity, Infinity];
  const gone = hunk?.gone.filter((line) => line > above[1] && line < below[1]) ?? [];
  const put = hunk?.put.filter((line) => line > above[0] && line < at) ?? [];
  // One line that becomes several is an edit.
  if (gone.length > put.length || gone.length > 1) {
    return true;
  }
  const next = codeBelow(at, text);
  const isHead = next !== undefined && /[{(:[]$/.test(text.lines[next]?.trimEnd() ?? '');
  const lost = region.reduce((sum, one) => sum + one.gone.length - one.put.length, 0);
  return lost > 0 && !isHead;
}

/** The line of code that a comment is above; undefined if what it is in ends there. */
function codeBelow(at: number, text: CommentedLines): number | undefined {
  for (let next = at + 1; next < text.lines.length; next += 1) {
    if (isCodeLine(text, next)) {
      return next;
    }
    const line = (text.lines[next] ?? '').trim();
    if (!text.comments.has(next) && /^(?:[)\]}]|<\/|(?:end|fi|done|esac)\b)/.test(line)) {
      return undefined;
    }
  }
  return undefined;
}
