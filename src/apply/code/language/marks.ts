/** In characters; a longer line is no mark. */
const longestMark = 200;

/** Three dots or one sign for them alone, also in brackets, and words behind them. A spread has no blank behind its dots. */
const bare =
  /^[[(<]?\s?(?:\.{3}|[\u2026\u22ee\u22ef])(?:[\s.].{0,180})?$|^[[(<]\s?(?:\.{3}|[\u2026\u22ee\u22ef]).{0,180}[\])>]$/;

/** The signs that a comment begins with, and dots. */
const comment =
  /^(?:\{?\s?\/\*+|\/\/+|<!--|#+|--|;+|%+)\s{0,20}[[(<]?\s?(?:\.{3}|[\u2026\u22ee\u22ef])/;

/** A comment, or dots alone: also in brackets, or in a list. */
const inProse =
  /^(?:<!--\s{0,20}[[(<]?\s?(?:\.{3}|[\u2026\u22ee\u22ef])|[\u2026\u22ee\u22ef]$|[-*+] (?:\.{3}|\u2026)$|\[(?:\.{3}|\u2026).{0,180}\]$)/;

/**
 * Whether a line of a block stands for code that is left out, whatever it says: it is nothing but dots, or a comment that
 * begins with them. In Python, three dots alone are code.
 */
export function isMark(line: string, language: string | undefined): boolean {
  const text = line.slice(0, longestMark + 1).trim();
  if (text === '' || text.length > longestMark) {
    return false;
  }
  if (text === '...') {
    return language !== 'python';
  }
  // In prose, words may well follow dots.
  return language === 'markdown'
    ? inProse.test(text)
    : comment.test(text) || bare.test(text.replace(/^- /, ''));
}

const dotsInCode =
  /(?<![:'"])(?:\/\/|#|\/\*|<!--|--)[\s*]{0,20}(?:\.{3}|[\u2026\u22ee\u22ef])|\{\s{0,20}(?:\.{3}|\u2026)\s{0,20}\}/;

/** Whether a line has code, and dots that stand for more of it behind that or between braces. */
export function hasMarkInCode(line: string): boolean {
  return dotsInCode.test(line.slice(0, 2000));
}
