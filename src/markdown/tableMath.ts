import type { MarkdownIt } from 'markdown-it';
import { mathIn } from './mathRules.ts';

type StateCore = InstanceType<MarkdownIt['core']['State']>;

/** Stands for `|` in math while blocks are read: one character that is of no other use. */
const stand = '\uE07C';

const lineWithBar = /^[^\n]*\|[^\n]*$/gm;

/** One that is escaped divides no cells by itself. */
const bar = /(?<!\\)\|/g;

/** Teaches a parser that `|` in math divides no cells of a table: `| $|x|$ | $P(A|B)$ |`. */
export function addTableMath(parser: MarkdownIt): void {
  parser.core.ruler.at('block', (state) => {
    const { src, md, env, tokens } = state;
    const read = src.includes(stand) ? src : src.replace(lineWithBar, withStands);
    md.block.parse(read, md, env, tokens);
    if (read !== src) {
      putBack(state);
    }
  });
}

function withStands(line: string): string {
  const math = line.includes('$') || line.includes('\\(') ? mathIn(line) : [];
  return math
    .filter(({ source }) => isAcrossBar(source))
    .reduceRight(
      (text, { start, source }) =>
        text.slice(0, start) + source.replace(bar, stand) + text.slice(start + source.length),
      line,
    );
}

/**
 * Whether the bars in it are its own. `$a | b$` and `$a|$` rather are the end of one cell and the
 * beginning of the next; `$|x|$` is not.
 */
function isAcrossBar(math: string): boolean {
  const count = math.match(bar)?.length ?? 0;
  const isAtMark = /^(?:\$+|\\\()\||\|(?:\$+|\\\))$/.test(math);
  return !/\s\|\s/.test(math) && (count % 2 === 0 || !isAtMark);
}

function putBack({ tokens, env }: StateCore): void {
  for (const token of tokens) {
    token.content = token.content.replaceAll(stand, '|');
    token.info = token.info.replaceAll(stand, '|');
  }
  for (const reference of Object.values(env.references ?? {})) {
    reference.title = reference.title.replaceAll(stand, '|');
    reference.href = reference.href.replaceAll(encodeURIComponent(stand), '%7C');
  }
}
