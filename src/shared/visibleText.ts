/** Control, format and line-separating characters of Unicode. They are invisible, and some reverse text. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of a service with its invisible characters as escapes, on one line: different names look different. */
export function visibleText(text: string): string {
  return text.replaceAll(
    invisible,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/**
 * Text between Unicode's isolate characters, so that one in a right-to-left script does not reorder the text
 * around it.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The beginning of a text, at most so many UTF-16 code units. No half of a surrogate pair is left. */
export function startOf(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** The end of a text likewise. */
export function endOf(text: string, length: number): string {
  return text.length > length ? text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '') : text;
}

/** The beginning of a text with "…" if it is longer. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${startOf(text, length)}…` : text;
}
