/** What is looked for, and how exactly. */
export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegex: boolean;
}

/** Where a match is in a text, in UTF-16 code units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * The pattern that finds `query`; nothing where it is empty. Throws a `SyntaxError` where it is no regular
 * expression although it is meant as one.
 */
export function findPattern(query: FindQuery): RegExp | undefined {
  const { text, matchCase, wholeWord, isRegex } = query;
  if (text === '') {
    return undefined;
  }
  const source = isRegex ? text : text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
  const whole = wholeWord ? `(?<!${wordCharacter})(?:${source})(?!${wordCharacter})` : source;
  return new RegExp(whole, matchCase ? 'gmu' : 'gimu');
}

/** The matches in `text`, at most `limit` of them; empty ones are none. */
export function matchesIn(text: string, pattern: RegExp, limit: number): readonly Match[] {
  const matches: Match[] = [];
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (matches.length >= limit) {
      break;
    }
    if (found !== '') {
      matches.push({ start: index, end: index + found.length });
    }
  }
  return matches;
}
