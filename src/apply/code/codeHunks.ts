import { anchoredDifferences } from '../lines/anchoredDifferences.ts';
import type { LineDifference } from '../lines/lineDifferences.ts';
import type { LineRange } from '../placeEdit.ts';
import { likePairs } from './likePairs.ts';
import { isComment, isSignificant } from './significance.ts';

/** The lines of a text, and which of them are nothing but a comment. */
export interface CommentedLines {
  readonly lines: readonly string[];
  readonly comments: ReadonlySet<number>;
  /** Whether it is Markdown, in which titles and the like are no comments. */
  readonly isProse: boolean;
}

/** Finds the comments in a text by how its lines begin, also such of several lines. */
export function commentedLines(lines: readonly string[], language?: string): CommentedLines {
  const isProse = language === 'markdown';
  const comments = new Set<number>();
  let end: string | undefined;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    const start = end === undefined ? /^(?:\{?\s?\/\*|<!--)/.exec(text)?.[0] : '';
    if (start !== undefined || (!isProse && isComment(text))) {
      comments.add(at);
    }
    if (start !== undefined) {
      end ??= start === '<!--' ? '-->' : '*/';
      end = text.includes(end, start.length) ? undefined : end;
    }
  }
  return { lines, comments, isProse };
}

/** Whether a line is code that says something. */
export function isCodeLine({ lines, comments, isProse }: CommentedLines, at: number): boolean {
  const line = lines[at] ?? '';
  return !comments.has(at) && (isProse ? /[\p{L}\p{N}]/u.test(line) : isSignificant(line));
}

/** Lines that differ, by what became of them. */
export interface CodeHunk extends LineDifference {
  /** Lines that are the same but for a word or two: from one after the change to the one before it. */
  readonly pairs: ReadonlyMap<number, number>;
  /** The lines of code that are gone, and those that are new. */
  readonly gone: readonly number[];
  readonly put: readonly number[];
}

/** How `after` differs from `before`, white space at the edges of lines aside. */
export function codeHunks(before: CommentedLines, after: CommentedLines): readonly CodeHunk[] {
  const [old, now] = [trimmed(before), trimmed(after)];
  // Texts that have too little in common are one change.
  const differences = anchoredDifferences(old, now) ?? [
    { before: { from: 0, to: old.length }, after: { from: 0, to: now.length } },
  ];
  return differences.map(({ before: from, after: to }) => {
    const own = tellingLines(after, to);
    const theirs = tellingLines(before, from);
    const pairs = new Map(
      likePairs(
        own.map((at) => now[at] ?? ''),
        theirs.map((at) => old[at] ?? ''),
      ).map(([a, b]) => [own[a] ?? 0, theirs[b] ?? 0]),
    );
    const paired = new Set(pairs.values());
    return {
      before: from,
      after: to,
      pairs,
      gone: theirs.filter((at) => isCodeLine(before, at) && !paired.has(at)),
      put: own.filter((at) => isCodeLine(after, at) && !pairs.has(at)),
    };
  });
}

function trimmed({ lines }: CommentedLines): readonly string[] {
  return lines.map((line) => line.trim());
}

/** The lines of a range that are code or a comment. */
function tellingLines(text: CommentedLines, { from, to }: LineRange): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at).filter(
    (at) => text.comments.has(at) || isCodeLine(text, at),
  );
}
