/** A part of a text: a word, what stands in quotes, a mark, `[section]` alone on its line, or the end of a line. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'mark' | 'section' | 'line';
  readonly text: string;
  /** Characters before it on its line. */
  readonly column: number;
  /** Whether nothing stands between it and the token before. */
  readonly isTight: boolean;
}

/** More than any text has that somebody wants to connect with. */
const maxTokens = 60_000;

const section = /\[{1,2}([A-Za-z_][^[\]{},=\n]{0,200})\]{1,2}[ \t]*(?:#[^\n]*)?(?=\n|$)/y;
const space = /[^\S\n]+/y;
/** That of a sentence behind a quotation mark or a bracket; before a text, it joins texts. */
const fullStop = /[.!?](?=\s|$)(?!\s{0,9}\$)/y;
const comment = /(?<!\S)(?:\/\/|#|--(?= )|(?<![^\n])rem(?= ))[^\n]*/iy;
const mark =
  /=>|->|→|:=|\?\?=?|\?=|\|\||&&|===?(?=\s)|:(?![\w/:\\])|(?<=[^\s({[]):|[()[\]},;=|>]|\{(?!\{[^{}\n:]{0,80}\}\})/y;

/** Templates and names in brackets are parts of a word: the reader or a variable is to fill them in. */
const blank = String.raw`\$?\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{0,200}\}|\{env:\w{1,80}\}|<(?!https?:)[^<>\n="'()]{1,60}>`;
const word = new RegExp(
  String.raw`(?:https?:\/\/(?:(?!&&)[^\s"'\x60<>{}()[\]|,;\\]|${blank}|\{[^{}\n"']{1,60}\}|\[[\da-f:.]{2,45}\])*|` +
    String.raw`(?:${blank}|\\[ "']|:(?=[\w/:\\])|[?&][\w.-]{1,40}=|(?<=[A-Za-z\d+/]{20})={1,2}(?=[\s"',;]|$)|(?!&&|\+["'\x60])[^\s"'\x60()[\]{}<>,;=|:])+)`,
  'iuy',
);

/** Texts in quotes: between three marks, within a line, and beyond it where it looks like a body. */
const quoted = new RegExp(
  ['"', "'", '`']
    .map((quote) => {
      const escape = String.raw`\\[^]${quote === "'" ? String.raw`|'\\''` : ''}`;
      return [
        String.raw`${quote}{3}([^]*?)(?:${quote}{3}|$)`,
        String.raw`${quote}(?!${quote}{2})((?:[^${quote}\\\n]|${escape})*)${quote}`,
        String.raw`${quote}(\s*[[{\\\n](?:[^${quote}\\]|${escape})*)${quote}`,
      ].join('|');
    })
    .join('|'),
  'y',
);

/** Splits any text: a program, a command, a file of settings, or running text. Accepts everything; takes linear time. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  const isLong = source.includes('\n');
  let position = 0;
  let lineStart = 0;
  let isTight = false;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = position;
    return expression.exec(source);
  };
  while (position < source.length && tokens.length < maxTokens) {
    const skipped =
      take(space) ?? (isTight ? take(fullStop) : null) ?? (isLong ? take(comment) : null);
    if (skipped !== null) {
      position += skipped[0].length;
      isTight = false;
      continue;
    }
    const column = position - lineStart;
    const push = (kind: Token['kind'], text: string, { length }: { readonly length: number }) => {
      tokens.push({ kind, text, column, isTight });
      position += length;
      isTight = true;
    };
    if (source.charAt(position) === '\n') {
      push('line', '', { length: 1 });
      lineStart = position;
      continue;
    }
    const isStart = (tokens.at(-1)?.kind ?? 'line') === 'line';
    const [header, path] = (isStart ? take(section) : null) ?? [];
    const before = isTight ? tokens.at(-1)?.kind : undefined;
    const isApostrophe = before === 'word' && source.charAt(position) === "'";
    const [text, ...contents] = (isApostrophe ? null : take(quoted)) ?? [];
    const [sign] = take(mark) ?? [];
    const [whole] = (sign === undefined ? take(word) : null) ?? [];
    if (header !== undefined) {
      push('section', path ?? '', header);
    } else if (text !== undefined) {
      push('quoted', unescaped(contents.join('')), text);
    } else if (sign !== undefined || whole === undefined) {
      push('mark', sign ?? source.charAt(position), sign ?? '.');
    } else {
      // A full stop at the end is the sentence's; three are a place to fill in.
      const bare = whole.replaceAll(/\\(?=[ "'])/g, '').replace(/(?<=[\p{L}\d/])[.!?]$/u, '');
      push('word', bare, whole);
    }
  }
  return tokens;
}

const escapes = new Map(Object.entries({ n: '\n', t: ' ', r: ' ', '\n': '' }));

/** Without escapes. Quotes in code marks are one. */
function unescaped(text: string): string {
  return text
    .replace(/^(["'])([^"']*)\1$/, '$2')
    .replaceAll(/'\\''|\\(?:u([\da-fA-F]{4})|([^]))/g, (_, hex?: string, next = "'") =>
      hex === undefined
        ? (escapes.get(next) ?? next)
        : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
