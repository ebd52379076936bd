import { element } from './element.ts';
import { isSelfContained, type Block, type LookUp } from './markdownParser.ts';
import { mayBeginMath } from '../markdown/mathRules.ts';
import type { Level } from './openLevel.ts';
import { lineOffset } from './settledBlocks.ts';

/** A shorter paragraph is rendered as a whole. */
export const minLongParagraph = 200;

/** The text of a paragraph, or of the heading it has become, that has not been committed. */
export function openText(level: Level, block: Block): string {
  const content = block.tokens.find(({ type }) => type === 'inline')?.content ?? '';
  return withoutIndent(content.slice(level.committed > 0 ? 2 : 0), level);
}

/** A piece of a paragraph that reads the same whatever follows, and what is left. */
export interface SettledText {
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
