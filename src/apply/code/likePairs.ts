/** More comparisons than this are not made, and no line is like another then. */
const mostComparisons = 40_000;

/** The pairs of lines in two lists that are the same but for a word or two: as many as there can be in order, by their indexes. */
export function likePairs(
  own: readonly string[],
  theirs: readonly string[],
): readonly (readonly [number, number])[] {
  if (own.length * theirs.length > mostComparisons) {
    return [];
  }
  const [a, b] = [own.map(wordsOf), theirs.map(wordsOf)];
  const isLike = a.map((words) => b.map((others) => areLike(words, others)));
  // How many pairs there are at most from each place on.
  const most = a.map(() => Array.from({ length: b.length + 1 }, () => 0));
  const at = (i: number, j: number): number => most[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = most[i] ?? [];
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const paired = isLike[i]?.[j] === true ? 1 + at(i + 1, j + 1) : 0;
      row[j] = Math.max(paired, at(i + 1, j), row[j + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (isLike[i]?.[j] === true && at(i, j) === 1 + at(i + 1, j + 1)) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}

/** Words that most lines of code have. */
const usual: ReadonlySet<string> = new Set(
  'async await class const def else export fn for func function if in let new of public private return self static this var'.split(
    ' ',
  ),
);

/** Names by their parts, numbers and words. */
function wordsOf(line: string): ReadonlySet<string> {
  const parts = line.slice(0, 1000).replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ');
  const words = parts.toLowerCase().match(/\p{N}+|\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !usual.has(word)));
}

/** Whether a line says so much that a line like it did not that it is new code. */
export function isRewritten(now: string, before: string): boolean {
  const known = wordsOf(before);
  return [...wordsOf(now)].filter((word) => !known.has(word)).length >= leastNewWords;
}

/** With so many new words, a line is not the same any more. With one, it may merely end what is left out before it. */
const leastNewWords = 2;

/** Whether more than half of the words of two lines are in both. */
function areLike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of a) {
    shared += b.has(word) ? 1 : 0;
  }
  return shared * 4 > a.size + b.size;
}
