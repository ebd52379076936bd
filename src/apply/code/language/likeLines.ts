/** Words that most lines of code have. */
const usual: ReadonlySet<string> = new Set(
  'async await class const def else export fn for func function if in let new of public private return self static this var'.split(
    ' ',
  ),
);

/** Names by their parts, numbers and words. */
export function wordsOf(line: string): ReadonlySet<string> {
  const parts = line.slice(0, 1000).replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ');
  const words = parts.toLowerCase().match(/\p{N}+|\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !usual.has(word)));
}

/** How much of the words of two lines is in both: from 0 to 1. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (a.size + b.size);
}

/** Whether half of the words of two lines are in both, so that one may be the other after a change. */
export function areLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return likeness(a, b) >= 0.5;
}
