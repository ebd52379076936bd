import { areLike } from '../apply/code/likeLines.ts';

/** More comparisons are not made: a line that is not reached is like none. */
const mostComparisons = 500_000;

/** Whether a line has more than signs and single letters. */
export function isTelling(line: string): boolean {
  return /[\p{L}\p{N}_]{2}/u.test(line);
}

/**
 * Tells whether a line is one of these or like one: they share a word, and half of their words and signs. A sentence about
 * code has its names, but not its signs. A blank line is like any.
 */
export function likenessTo(lines: readonly string[]): (line: string) => boolean {
  const known = new Set(['', ...lines.map((line) => line.trim())]);
  let tokens: readonly ReadonlySet<string>[] | undefined;
  let left = mostComparisons;
  return (line) => {
    const text = line.trim();
    if (!known.has(text) && left > 0) {
      tokens ??= Array.from(known, tokensOf);
      left -= tokens.length;
      const own = tokensOf(text);
      const words = [...own].filter((token) => /[\p{L}\p{N}]/u.test(token));
      if (tokens.some((one) => areLike(own, one) && words.some((word) => one.has(word)))) {
        known.add(text);
      }
    }
    return known.has(text);
  };
}

/** Of the start of a line. */
function tokensOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 500).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu));
}
