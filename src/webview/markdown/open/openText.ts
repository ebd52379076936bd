import { fencedCode } from '../../../markdown/fence.ts';
import { mayBeginMath } from '../../../markdown/mathRules.ts';
import { element } from '../../dom/element.ts';
import { type Block, isSelfContained, type LookUp, type Reading } from '../markdownParser.ts';
import { lineOffset } from '../settledBlocks.ts';
import { type Context, isContainer, type Level, partsOf } from './level.ts';

/** A shorter paragraph is rendered as a whole. */
export const minLongParagraph = 200;

/** The text of a paragraph, or of the heading it has become, that has not been committed. */
export function openText(level: Level, block: Block): string {
  const content = block.tokens.find(({ type }) => type === 'inline')?.content ?? '';
  return withoutIndent(content.slice(level.committed > 0 ? 2 : 0), level);
}

/** A piece of a paragraph that reads the same whatever follows, and what is left. */
interface SettledText {
  readonly text: string;
  readonly open: string;
  /** Offset of what is left in the source. */
  readonly cut: number;
}

/** Divides the open text of a paragraph, where a word begins, at the last place that may be. */
export function settledText(
  level: Level,
  block: Block,
  source: string,
  lookUp: LookUp,
): SettledText {
  const all = openText(level, block);
  const start = level.committed > 0 ? 2 : lineOffset(source, block.startLine);
  const offset = source.indexOf(all, start);
  const length = block.type === 'paragraph_open' ? settledLength(all, level, lookUp) : 0;
  const text = all.slice(0, length);
  const open = text.endsWith('\n') ? all.slice(length).replace(/^[ \t]+/, '') : all.slice(length);
  return { text, open, cut: offset + length };
}

/** Length of the text that ends where a word begins and that nothing can still make use of. */
function settledLength(text: string, { withinLine }: Level, lookUp: LookUp): number {
  const length = text.length < minLongParagraph ? 0 : lastWord(text, withinLine);
  return length > 0 && isSelfContained(text.slice(0, length), lookUp) ? length : 0;
}

/** The parser ignores white space at the start of a line. */
function withoutIndent(text: string, { committed, withinLine }: Level): string {
  return committed === 0 || withinLine ? text : text.replace(/^[ \t]+/, '');
}

function lastWord(text: string, withinLine: boolean): number {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  if (mayBeginMath.test(line) && !(withinLine && lineStart === 0)) {
    return text.lastIndexOf('\n', lineStart - 2) + 1;
  }
  const word = line.search(/\s\S+\s*$/) + 1;
  const isPlain = (withinLine && lineStart === 0) || plain.test(line.slice(0, word));
  if (word > 0 && isPlain && !line.includes('|')) {
    return lineStart + word;
  }
  return plain.test(line) ? lineStart : text.lastIndexOf('\n', lineStart - 2) + 1;
}

/** A line without it may be the mark of a block, or make a heading or a table of the line before. */
const plain = /[^\s\d=:\-_*+|.)#>`~]/;

/** Appends `content` to a paragraph; text that was cut within a line becomes one again. */
export function appendInline(parent: HTMLElement, content: DocumentFragment, isCut: boolean): void {
  const [before, after] = [parent.lastChild, content.firstChild];
  if (isCut && before instanceof Text && after instanceof Text) {
    before.appendData(after.data);
    after.remove();
  }
  parent.append(content);
}

/** Turns a paragraph that has been underlined into the heading that it is. */
export function becomeHeading(node: HTMLElement, tag: string): HTMLElement {
  const heading = element(tag === 'h1' ? 'h1' : 'h2', { dir: 'auto' });
  heading.append(...node.childNodes);
  node.replaceWith(heading);
  return heading;
}

/** A longer line is committed before its end. */
const maxOpenLineLength = 4096;

/** The code of a fence that has not been committed. */
function openCode({ withinLine }: Level, block: Block): string {
  return (block.tokens[0]?.content ?? '').slice(withinLine ? 1 : 0);
}

/** What is left of a fence that has grown, and its offset in the source. */
interface FenceRest {
  readonly open: string;
  readonly cut: number;
}

/** Shows the code of a fence and commits its complete lines. */
export function growFence(level: Level, block: Block, { source }: Reading): FenceRest {
  const code = openCode(level, block);
  showCode(level, code);
  // Blank lines at the end tell whether a list around the fence is loose, should it end here.
  const complete = /^[^]*\S.*\n/.exec(code)?.[0] ?? '';
  // In a container a line that is cut would lack the indentation.
  if (complete === '' && code.length > maxOpenLineLength && block.tokens[0]?.level === 0) {
    level.committed += code.length;
    level.withinLine = true;
    return { open: '', cut: source.length };
  }
  if (complete !== '') {
    level.committed += complete.length;
    level.withinLine = false;
  }
  return {
    open: code.slice(complete.length),
    cut: lineOffset(source, block.startLine + complete.split('\n').length),
  };
}

/** Shows the code of a fence of which no more comes. */
export function finishFence(level: Level, block: Block): void {
  showCode(level, openCode(level, block));
  level.code?.finish();
}

/** The line break at the end of what is committed shows once something follows it. */
function showCode({ code, committed, withinLine }: Level, open: string): void {
  const hasHiddenBreak = committed > 0 && !withinLine;
  code?.setFrom(
    hasHiddenBreak ? committed - 1 : committed,
    fencedCode(hasHiddenBreak ? `\n${open}` : open),
  );
}

/** What of a level is not committed and does not belong to the level inside it, to be compared. */
export type OpenParts = string;

/** Blocks as the parser sees them, but for where they stand. */
export function openBlocks(blocks: readonly Block[]): OpenParts {
  return JSON.stringify(
    blocks.flatMap(({ tokens }) =>
      tokens.map(({ type, tag, markup, info, content, attrs }) => [
        type,
        tag,
        markup,
        info,
        content,
        attrs,
      ]),
    ),
  );
}

/** What is open at each level where `block` is read after `context`; nothing where it is no such block. */
export function openPartsOf(
  levels: readonly Level[],
  { skipped }: Context,
  outermost: Block | undefined,
): readonly OpenParts[] | undefined {
  const open: OpenParts[] = [];
  let block = outermost;
  for (const [index, level] of levels.entries()) {
    if (block?.type !== level.type) {
      return undefined;
    }
    if (isContainer(level.type)) {
      const parts: readonly Block[] = partsOf(block).slice(skipped[index]);
      const hasInner = index + 1 < levels.length;
      open.push(openBlocks(hasInner ? parts.slice(1) : parts));
      block = parts[0];
    } else {
      open.push(level.type === 'fence' ? openCode(level, block) : openText(level, block));
    }
  }
  return open;
}
