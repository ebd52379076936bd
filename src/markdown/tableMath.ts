import type { MarkdownIt } from 'markdown-it';
import { mathIn } from './mathRules.ts';

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
