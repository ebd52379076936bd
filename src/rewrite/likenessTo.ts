/** More comparisons are not made: a line that is not reached is like none. */
const mostComparisons = 500_000;

/**
 * Tells whether a line is one of these or like one: they share a word, and half of their words and signs. A sentence about
 * code has its names, but not its signs. A blank line is like any.
 */
export function likenessTo(lines: readonly string[]): (line: string) => boolean {
  const known = new Set(lines.map((line) => line.trim()));
  let tokens: readonly ReadonlySet<string>[] | undefined;
  let left = mostComparisons;
  const found = new Map<string, boolean>();
  return (line) => {
    const text = line.trim();
    if (text === '' || known.has(text)) {
      return true;
    }
    tokens ??= Array.from(known, tokensOf);
    const isLike = found.get(text) ?? (left > 0 && isLikeAny(tokensOf(text), tokens));
    left -= tokens.length;
    found.set(text, isLike);
    return isLike;
  };
}

/** Of the start of a line. */
function tokensOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 500).match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu));
}

function isLikeAny(own: ReadonlySet<string>, others: readonly ReadonlySet<string>[]): boolean {
  return others.some((other) => {
    const shared = [...own].filter((token) => other.has(token));
    return (
      shared.length * 4 >= own.size + other.size &&
      shared.some((token) => /[\p{L}\p{N}]/u.test(token))
    );
  });
}
