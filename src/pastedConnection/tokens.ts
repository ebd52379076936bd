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
  /=>|->|→|:=|\?\?=?|\?=|\|\||&&|===?(?=\s)|:(?![\w/:\\])|(?<=[^\s({[]):|[()[\]},;=|>]|\{(?!\{ ?\w[\w.]{0,80} ?\}\})/y;

/** Templates and names in brackets are parts of a word: the reader or a variable is to fill them in. */
const blank = String.raw`\$?\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{0,200}\}|\{env:\w{1,80}\}|<(?!https?:)[^<>\n="'()]{1,60}>`;
const word = new RegExp(
  String.raw`(?:https?:\/\/(?:(?!&&)[^\s"'\x60<>{}()[\]|,;\\]|${blank}|\{[^{}\n"']{1,60}\}|\[[\da-f:.]{2,45}\])*|` +
    String.raw`(?:${blank}|\\[ "']|:(?=[\w/:\\])|[?&][\w.-]{1,40}=|={2}(?=[\s"',;]|$)|(?!&&|\+["'\x60])[^\s"'\x60()[\]{}<>,;=|:])+)`,
  'iuy',
);

/** What joins a text with what touches it. */
const plus = /\+(?=["'`])|(?<=["'`])(?:\+(?=[\w$(])|\.(?=\$))/y;

/** Texts in quotes: within a line, or between three marks; and beyond the line where it looks like a body. */
const quotes = ['"', "'", '`'].map((quote) => {
  const shell = quote === "'" ? `|'\\\\''` : '';
  const triple = `${quote}{3}([^]*?)(?:${quote}{3}|$)`;
  const line = `${quote}(?!${quote}{2})((?:[^${quote}\\\\\\n]|\\\\.${shell})*)${quote}`;
  const body = `${quote}(\\s*[[{\\\\\\n](?:[^${quote}\\\\]|\\\\[^]${shell})*)${quote}`;
  return { short: new RegExp(`${triple}|${line}`, 'y'), body: new RegExp(body, 'y') };
});

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
  const quotedAt = quotesIn(source);
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
    const [quoted, ...contents] = quotedAt(position, isTight ? tokens.at(-1) : undefined) ?? [];
    const [sign] = take(mark) ?? [];
    const [whole] = (sign === undefined ? (take(plus) ?? take(word)) : null) ?? [];
    if (header !== undefined) {
      push('section', path ?? '', header);
    } else if (quoted !== undefined) {
      // In a shell, texts that touch are one.
      const last = isTight ? tokens.at(-1) : undefined;
      const before = last?.kind === 'quoted' ? last.text : '';
      if (last?.kind === 'quoted' || (last?.kind === 'word' && prefix.test(last.text))) {
        tokens.pop();
      }
      push('quoted', `${before}${unescaped(contents.join(''), quoted.charAt(0))}`, quoted);
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

/** Finds texts in quotes. `before` is what stands directly before one. */
function quotesIn(source: string) {
  /** Bodies that nothing closes any more. */
  const unclosed = new Set<RegExp>();
  return (position: number, before: Token | undefined): RegExpExecArray | null => {
    const quote = source.charAt(position);
    const { short, body } = quotes['"\'`'.indexOf(quote)] ?? {};
    const isApostrophe = quote === "'" && before?.kind === 'word' && !prefix.test(before.text);
    if (short === undefined || body === undefined || isApostrophe) {
      return null;
    }
    short.lastIndex = position;
    body.lastIndex = position;
    const found = short.exec(source) ?? (unclosed.has(body) ? null : body.exec(source));
    if (found === null && isBody.test(source.slice(position + 1, position + 40))) {
      unclosed.add(body);
    }
    return found;
  };
}

const isBody = /^\s*[[{\\\n]/;

/** `f"…"`, `r'…'`, `$'…'`, `@"…"`: what stands before a quotation mark and belongs to it. */
const prefix = /^(?:[fFrRbBuUs]{1,2}|[$@]{1,2})$/;

const escapes = new Map(
  Object.entries({ n: '\n', t: ' ', r: ' ', '\n': '', '\\': '\\', '/': '/' }),
);

/** An escape for another kind of quotes stays: it belongs to a text in the text. Quotes in code marks are one. */
function unescaped(text: string, quote: string): string {
  return text
    .replace(/^(["'])([^"']*)\1$/, '$2')
    .replaceAll(/'\\''|\\(?:u([\da-fA-F]{4})|([^]))/g, (whole, hex?: string, next = quote) =>
      hex === undefined
        ? next === quote
          ? quote
          : (escapes.get(next) ?? whole)
        : String.fromCharCode(Number.parseInt(hex, 16)),
    );
}
