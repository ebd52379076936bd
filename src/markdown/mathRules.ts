import type { MarkdownIt, Token } from 'markdown-it';

type StateBlock = InstanceType<MarkdownIt['block']['State']>;
type StateInline = InstanceType<MarkdownIt['inline']['State']>;

/** Math inside a line has at most this many characters, so that a lone `$` is soon plain text. */
const maxInlineLength = 500;

/** Matches a line that may begin a block of math; the rest of the line decides whether it does. */
export const mayBeginMath = /^[ \t]*(?:\$\$|\\\[)/;

/** Match text that may contain the start of math that continues after its end. */
const openMath = {
  dollar: new RegExp(`\\$[^\\n]{0,${maxInlineLength + 2}}$`),
  parenthesis: new RegExp(`\\\\\\([^\\n]{0,${maxInlineLength + 2}}$`),
};

/**
 * Whether inline content may contain the start of math that continues after its end. `tokens` are
 * those of the content, in which complete math is no longer text.
 */
export function mayContinueAsMath(tokens: readonly Token[]): boolean {
  // Complete math with `$` ends whatever `$` before it might begin, but not what `\\(` begins.
  const sinceDollar = tokens.map((token) => openText(token, '\n')).join('');
  const all = tokens.map((token) => openText(token, '')).join('');
  return openMath.dollar.test(sinceDollar) || openMath.parenthesis.test(all);
}

/** The text of a token in which math may begin; `dollarMath` stands for complete math with `$`. */
function openText({ type, content, markup }: Token, dollarMath: string): string {
  switch (type) {
    case 'softbreak':
    case 'hardbreak':
      return '\n';
    case 'math_inline':
      return content.startsWith('$') ? dollarMath : '';
    case 'text':
      return content;
    default:
      return markup === '\\(' ? markup : '';
  }
}

/** Adds math to a parser: `$…$`, `$$…$$` and `\(…\)` in a line, `$$` and `\[` over lines. */
export function addMath(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('fence', 'math_block', mathBlock, { alt });
  parser.inline.ruler.before('escape', 'math_inline', mathInline);
}

/**
 * A block of math is from `$$` at the start of a line to `$$` at the end of a line, or from `\[` to
 * `\]`, where `\[` is alone on its line or `\]` ends the same line. A blank line also ends it, and then
 * it is text.
 */
function mathBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = lineText(state, start);
  const [close = '', rest = ''] = openingOf(first);
  if (indent(state, start) >= 4 || close === '') {
    return false;
  }
  if (silent) {
    return true;
  }
  let next = start + 1;
  let isClosed = rest.endsWith(close);
  while (!isClosed && next < end && !state.isEmpty(next) && indent(state, next) >= 0) {
    isClosed = lineText(state, next).endsWith(close);
    next += 1;
  }
  state.line = next;
  const source = state.getLines(start, next, state.sCount[start] ?? 0, false).trim();
  push(state, source, isClosed, [start, next]);
  return true;
}

/**
 * The closing delimiter of the math that a line begins, and the rest of the line; empty for none.
 */
function openingOf(line: string): readonly string[] {
  const rest = line.slice(2);
  if (line.startsWith('$$') && /^(?:[^$]|\$(?!\$))*(?:\$\$)?$/.test(rest) && rest[0] !== '$') {
    return ['$$', rest];
  }
  const isAlone = line === '\\[' || /^\\\[[^]*[^\\]\\\]$/.test(line);
  return isAlone ? ['\\]', rest] : [];
}

function push(state: StateBlock, source: string, isMath: boolean, map: [number, number]): void {
  if (isMath) {
    Object.assign(state.push('math_block', 'div', 0), { content: source, map });
    return;
  }
  // Not a paragraph: in a tight list two adjacent ones would run together.
  Object.assign(state.push('math_text_open', 'div', 1), { map });
  Object.assign(state.push('inline', '', 0), { content: source, map, children: [] });
  state.push('math_text_close', 'div', -1);
}

function lineText(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}

function indent(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

/** Math in a line with its delimiters, at `lastIndex`; it contains no delimiter. */
const inlineMath = new RegExp(
  [
    `\\$\\$[^$\\n]{1,${maxInlineLength}}\\$\\$`,
    // Pandoc's rule, and not before a letter: `$5 and $6` and `$HOME/$USER` are not math.
    `\\$(?![\\s$])(?:\\\\[^\\n]|[^$\\\\\\n]){0,${maxInlineLength}}(?<!\\s)\\$(?![\\p{L}\\p{N}_$])`,
    `\\\\\\((?:\\\\[^()\\n]|[^\\\\\\n]){1,${maxInlineLength}}\\\\\\)`,
  ].join('|'),
  'uy',
);

/** Matches an amount of money with words, as in `$5 or 6$`. */
const amount = /^\$\d[\d.,]*\s[^\\]*\b\p{L}{2,}/u;

/** Math with its delimiters, and the offset at which it starts in its line. */
interface FoundMath {
  readonly start: number;
  readonly source: string;
}

/** Finds the math in a line. */
export function mathIn(line: string): readonly FoundMath[] {
  const found: FoundMath[] = [];
  for (let start = 0; start < line.length; start += 1) {
    const source = mathAt(line, start);
    if (source !== undefined) {
      found.push({ start, source });
      start += source.length - 1;
    }
  }
  return found;
}

/** The math that starts at an offset, with its delimiters; `undefined` for none. */
function mathAt(text: string, start: number): string | undefined {
  if (text[start] !== '$' && text[start] !== '\\') {
    return undefined;
  }
  inlineMath.lastIndex = start;
  const [source] = inlineMath.exec(text) ?? [];
  const isWord = text[start] === '$' && /[\p{L}\p{N}_$\\]/u.test(text[start - 1] ?? '');
  return source === undefined || isWord || amount.test(source) ? undefined : source;
}

function mathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const source = mathAt(src, pos);
  if (source === undefined || pos + source.length > posMax) {
    return false;
  }
  if (!silent) {
    state.push('math_inline', 'span', 0).content = source;
  }
  state.pos += source.length;
  return true;
}

type StateCore = InstanceType<MarkdownIt['core']['State']>;

/** Replaces `|` in math while blocks are parsed: a character for private use (Unicode). */
const placeholder = '\uE07C';

/** Only a line feed ends a line of markdown. For `^` and `$`, U+2028 and others would, too. */
const lineWithBar = /(?<![^\n])[^\n]*\|[^\n]*/g;

/** An escaped bar does not separate cells anyway. */
const bar = /(?<!\\)\|/g;

/** Makes a parser ignore `|` in math as a cell separator: `| $|x|$ | $P(A|B)$ |`. */
export function addTableMath(parser: MarkdownIt): void {
  parser.core.ruler.at('block', (state) => {
    const { src, md, env, tokens } = state;
    const text = src.includes(placeholder) ? src : src.replace(lineWithBar, withPlaceholders);
    md.block.parse(text, md, env, tokens);
    if (text !== src) {
      restoreBars(state);
    }
  });
}

function withPlaceholders(line: string): string {
  const math = line.includes('$') || line.includes('\\(') ? mathIn(line) : [];
  let text = '';
  let end = 0;
  for (const { start, source } of math.filter((found) => ownsBars(found.source))) {
    text += line.slice(end, start) + source.replace(bar, placeholder);
    end = start + source.length;
  }
  return text + line.slice(end);
}

/**
 * Whether math has bars that belong to it, as in `$|x|$`. In `$a | b$` and `$a|$` they rather separate
 * two cells.
 */
function ownsBars(math: string): boolean {
  const count = math.match(bar)?.length ?? 0;
  const isAtMark = /^(?:\$+|\\\()\||\|(?:\$+|\\\))$/.test(math);
  return count > 0 && !/\s\|\s/.test(math) && (count % 2 === 0 || !isAtMark);
}

function restoreBars({ tokens, env }: StateCore): void {
  for (const token of tokens) {
    token.content = token.content.replaceAll(placeholder, '|');
    token.info = token.info.replaceAll(placeholder, '|');
  }
  for (const reference of Object.values(env.references ?? {})) {
    reference.title = reference.title.replaceAll(placeholder, '|');
    reference.href = reference.href.replaceAll(encodeURIComponent(placeholder), '%7C');
  }
}
