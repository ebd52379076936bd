import { element } from '../../dom/element.ts';
import { childBlocks, type Block } from '../markdownParser.ts';

/**
 * Whether there is a blank line between two items of a list, or between two blocks directly inside
 * one (CommonMark 0.31, "Lists"). Only blocks that begin before line `end` count; `quotes` is the
 * number of quotes around the list.
 */
export function isLoose(
  list: Block,
  { lines, end, quotes }: { lines: readonly string[]; end: number; quotes: number },
): boolean {
  const blank = new RegExp(`^(?:[ \\t]*>){0,${quotes}}[ \\t]*$`);
  const items = childBlocks(list);
  return [items, ...items.map(childBlocks)].some((blocks) =>
    blocks
      .slice(1)
      .some(({ startLine }) => startLine < end && blank.test(lines[startLine - 1] ?? '')),
  );
}

/** Shows the paragraphs at `level`, as the parser counts, as in a loose or in a tight list. */
export function setLoose({ tokens }: Block, level: number, loose: boolean): void {
  for (const token of tokens) {
    const isParagraph = token.type === 'paragraph_open' || token.type === 'paragraph_close';
    if (isParagraph && token.level === level) {
      token.hidden = !loose;
    }
  }
}

const blockTags = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, hr, div';

/** Makes a tight list on the page loose: content between blocks becomes paragraphs. */
export function loosen(list: HTMLElement): void {
  for (const item of list.children) {
    let paragraph: HTMLElement | undefined;
    for (const node of Array.from(item.childNodes)) {
      if (node instanceof Element && node.matches(blockTags)) {
        paragraph = undefined;
      } else {
        if (paragraph === undefined) {
          paragraph = element('p', { dir: 'auto' });
          node.before(paragraph);
        }
        paragraph.append(node);
      }
    }
  }
}
