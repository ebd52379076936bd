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
export function codeTokens(
  source: string,
  { hasTemplates = true }: { readonly hasTemplates?: boolean } = {},
): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let position = 0;
  let isOnNewLine = true;
  while (position < source.length && tokens.length < maxTokens) {
    const skipped = skippedAt(source, position);
    if (skipped > 0) {
      isOnNewLine ||= source.charAt(position) === '\n';
      position += skipped;
      continue;
    }
    const quote = source.charAt(position);
    if (!/["'`]/.test(quote)) {
      const { token, length } = wordAt(source, position);
      tokens.push({ ...token, isOnNewLine });
      position += length;
    } else {
      const prefix = prefixOf(tokens.at(-1), source.charAt(position - 1));
      const text = readText(source, position);
      if (text === undefined) {
        position += (restOfLine(source, position) ?? '').length;
        continue;
      }
      if (prefix !== undefined) {
        tokens.pop();
      }
      const own = formatPrefix.test(prefix ?? '') ? 'format' : quote === '`' ? 'template' : 'plain';
      const form = hasTemplates ? own : 'plain';
      tokens.push({ kind: 'text', text: text.content, form, isOnNewLine });
      position = text.end;
    }
    isOnNewLine = false;
  }
  return tokens;
}

function matchAt(expression: RegExp, source: string, position: number): string | undefined {
  expression.lastIndex = position;
  return expression.exec(source)?.[0];
}

/** The length of a space, a line break or a comment. */
function skippedAt(source: string, position: number): number {
  if (source.charAt(position) === '\n') {
    return 1;
  }
  const skipped = matchAt(space, source, position) ?? matchAt(comment, source, position);
  if (skipped !== '/*') {
    return skipped?.length ?? 0;
  }
  const close = source.indexOf('*/', position + 2);
  return (close < 0 ? source.length : close + 2) - position;
}

type WordToken =
  | { readonly kind: 'name' | 'mark'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number };

function wordAt(
  source: string,
  position: number,
): { readonly token: WordToken; readonly length: number } {
  const digits = matchAt(number, source, position);
  if (digits !== undefined) {
    return {
      token: { kind: 'number', value: Number(digits.replaceAll('_', '')) },
      length: digits.length,
    };
  }
  const word = matchAt(name, source, position);
  const text = word ?? matchAt(mark, source, position) ?? source.charAt(position);
  return { token: { kind: word === undefined ? 'mark' : 'name', text }, length: text.length };
}

/** The letters directly before a quote that say what kind of text it is in Python. */
function prefixOf(token: CodeToken | undefined, before: string): string | undefined {
  return token?.kind === 'name' && textPrefix.test(token.text) && /\w/.test(before)
    ? token.text
    : undefined;
}

function restOfLine(source: string, position: number): string | undefined {
  return matchAt(/[^\n]*/y, source, position);
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
