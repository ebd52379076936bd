import { isComment } from '../significance.ts';

/** Lines of a text. */
export interface Comments {
  /** Those that are comments. */
  readonly all: ReadonlySet<number>;
  /** Those of them that are within one which began on a line before. */
  readonly inner: ReadonlySet<number>;
}

/** The comments among lines. */
export function commentedLines(lines: readonly string[], from: number, to: number): Comments {
  const [all, inner] = [new Set<number>(), new Set<number>()];
  let end: string | undefined;
  for (let at = from; at < to; at += 1) {
    const text = (lines[at] ?? '').trim();
    const start = end === undefined ? /^(?:\/\*|<!--|\{-|--\[\[)/.exec(text)?.[0] : undefined;
    if (end !== undefined) {
      inner.add(at);
    }
    if (end !== undefined || start !== undefined || isComment(text, undefined)) {
      all.add(at);
    }
    end ??= start && ends[start];
    if (end !== undefined && text.includes(end, start?.length ?? 0)) {
      // Code behind the end of a comment is code.
      if (start !== undefined && text.indexOf(end, start.length) + end.length < text.length) {
        all.delete(at);
      }
      end = undefined;
    }
  }
  return { all, inner };
}

const ends: Readonly<Record<string, string>> = {
  '/*': '*/',
  '<!--': '-->',
  '{-': '-}',
  '--[[': ']]',
};
