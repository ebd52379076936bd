/** A token of a program or of a settings file in JSON. */
export type CodeToken = {
  /** Whether a line break is before it. */
  readonly isOnNewLine: boolean;
} & (
  | { readonly kind: 'text'; readonly text: string; readonly form: TextForm }
  | { readonly kind: 'name' | 'mark'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
);

/** Where a text holds expressions: nowhere, in `${…}` of a template, or in `{…}` of Python. */
type TextForm = 'plain' | 'template' | 'format';

/** More than any snippet has. */
const maxTokens = 60_000;

const space = /[^\S\n]+/y;
const comment = /\/\/[^\n]*|#[^\n]*|\/\*/y;
const number = /(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])/iy;
/** Also variables of PowerShell, PHP and Ruby. */
const name = /\$env:\w+|[$@]?[\p{L}_$][\p{L}\p{N}_$]*/uy;
const mark = /\?\?=?|\|\||&&|=>|->|:=|::|\?\.|===?|!==?|<=|>=|\+=|./uy;
const formatPrefix = /^(?:[fF][rR]?|[rR][fF])$/;
const textPrefix = /^(?:[fF][rR]?|[rR][fFbB]?|[bB][rR]?|[uU])$/;

/**
 * Splits code into tokens: what JavaScript, Python, JSON with comments and their like have in common. A quote
 * that is not closed on its line is left out together with the rest of the line.
 */
export function codeTokens(source: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let position = 0;
  let isOnNewLine = true;
  const match = (expression: RegExp): string | undefined => {
    expression.lastIndex = position;
    return expression.exec(source)?.[0];
  };
  while (position < source.length && tokens.length < maxTokens) {
    const character = source.charAt(position);
    const skipped = character === '\n' ? '\n' : match(space);
    if (skipped !== undefined) {
      isOnNewLine ||= skipped === '\n';
      position += skipped.length;
      continue;
    }
    const note = match(comment);
    if (note !== undefined) {
      const close = note === '/*' ? source.indexOf('*/', position + 2) : -1;
      position = note !== '/*' ? position + note.length : close < 0 ? source.length : close + 2;
      continue;
    }
    if (/["'`]/.test(character)) {
      const before = tokens.at(-1);
      const prefix =
        before?.kind === 'name' &&
        textPrefix.test(before.text) &&
        /\w/.test(source.charAt(position - 1))
          ? before.text
          : undefined;
      const text = readText(source, position);
      if (text === undefined) {
        const lineEnd = source.indexOf('\n', position);
        position = lineEnd < 0 ? source.length : lineEnd;
        continue;
      }
      if (prefix !== undefined) {
        tokens.pop();
      }
      const form =
        prefix !== undefined && formatPrefix.test(prefix)
          ? 'format'
          : character === '`'
            ? 'template'
            : 'plain';
      tokens.push({ kind: 'text', text: text.content, form, isOnNewLine });
      position = text.end;
    } else {
      const digits = match(number);
      const word = digits === undefined ? match(name) : undefined;
      const text = digits ?? word ?? match(mark) ?? character;
      tokens.push(
        digits === undefined
          ? { kind: word === undefined ? 'mark' : 'name', text, isOnNewLine }
          : { kind: 'number', value: Number(digits.replaceAll('_', '')), isOnNewLine },
      );
      position += text.length;
    }
    isOnNewLine = false;
  }
  return tokens;
}

interface ReadText {
  readonly content: string;
  /** After the closing quote. */
  readonly end: number;
}

function readText(source: string, start: number): ReadText | undefined {
  const quote = source.charAt(start);
  const triple = quote.repeat(3);
  if (quote !== '`' && source.startsWith(triple, start)) {
    const close = source.indexOf(triple, start + 3);
    const end = close < 0 ? source.length : close;
    return { content: source.slice(start + 3, end), end: end + 3 };
  }
  const parts: string[] = [];
  let copied = start + 1;
  let position = copied;
  while (position < source.length) {
    const character = source.charAt(position);
    if (character === quote) {
      parts.push(source.slice(copied, position));
      return { content: parts.join(''), end: position + 1 };
    }
    if (character === '\n' && quote !== '`') {
      return undefined;
    }
    if (character === '\\') {
      const { text, length } = readEscape(source, position);
      parts.push(source.slice(copied, position), text);
      position += length;
      copied = position;
    } else {
      position += 1;
    }
  }
  return undefined;
}

const escapes = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\n', ''],
]);

function readEscape(
  source: string,
  start: number,
): { readonly text: string; readonly length: number } {
  const next = source.charAt(start + 1);
  const hex =
    next === 'u' ? /^[\da-f]{4}/i.exec(source.slice(start + 2, start + 6))?.[0] : undefined;
  return hex === undefined
    ? { text: escapes.get(next) ?? next, length: 2 }
    : { text: String.fromCharCode(Number.parseInt(hex, 16)), length: 6 };
}
