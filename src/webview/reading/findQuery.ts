/** A text to find, with the options of VS Code's find bar. */
export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isRegex: boolean;
}

/** The range of a match in a text, in UTF-16 code units. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

const wordCharacter = String.raw`[\p{L}\p{M}\p{N}_]`;

/**
 * The pattern that finds `query`, or `undefined` if its text is empty. Throws a `SyntaxError` if the
 * text is meant as a regular expression but is not a valid one.
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

/** The first matches in `text`, at most `limit`. Empty matches are left out. */
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
