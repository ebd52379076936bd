/**
 * What ends with a letter or a digit and yet belongs to no word: a colour or another control sequence of a terminal, also
 * as source code and JSON write it; a character that is written as an escape, such as `\n` or `\u003d`; and one of an
 * address, such as `%3D`, encoded up to four times.
 */
const escape = [
  String.raw`(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[\d;?]{0,20}[A-Za-z]`,
  String.raw`\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[0-7]{1,3}|[abefnrtv])`,
  String.raw`%(?:25){0,3}[\da-fA-F]{2}`,
].join('|');

/** Several at a time: a text may consist of them. */
const escapes = new RegExp(`(?:${escape}){1,100}`, 'g');

const escapeBefore = new RegExp(`(?<=${escape})`, 'y');

/** Whether an escape ends at a place, so that a word can begin there. */
export function followsEscape(text: string, at: number): boolean {
  escapeBefore.lastIndex = at;
  return escapeBefore.test(text);
}

/** The text with spaces in place of each escape: all places in it stay the same. */
export function withoutEscapes(text: string): string {
  return text.replaceAll(escapes, ({ length }) => ' '.repeat(length));
}
