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

/** How many words are in both of two lines. */
export function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length;
}

/** Whether half of the words of two lines are in both, so that one may be the other after a change. */
export function areLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = sharedWords(a, b);
  return shared > 0 && shared * 4 >= a.size + b.size;
}
