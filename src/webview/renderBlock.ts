import { parseInlines, type Block, type LinkReference } from './markdownParser.ts';
import { element } from './element.ts';
import { renderTokens } from './renderTokens.ts';

/** A block as nodes, with the reference labels it may use that were not defined. */
export interface RenderedBlock {
  readonly content: DocumentFragment;
  readonly missedLabels: ReadonlySet<string>;
}

/** Longer blocks show their source, since reading them would hold up the page. */
const maxInlineLength = 500_000;

/** Renders one block. Where the parser has a fault, the text of the block is shown as it is. */
export function renderBlock(
  block: Block,
  find: (label: string) => LinkReference | undefined,
): RenderedBlock {
  const missedLabels = new Set<string>();
  if (inlineLength(block) > maxInlineLength) {
    return { content: renderPlain(block), missedLabels };
  }
  try {
    parseInlines(block, (label) => {
      const reference = find(label);
      if (reference === undefined) {
        missedLabels.add(label);
      }
      return reference;
    });
    return { content: renderTokens(block.tokens), missedLabels };
  } catch {
    return { content: renderPlain(block), missedLabels };
  }
}

/** Text that is shown as it came. */
export function plainText(text: Text): HTMLElement {
  return element('p', { class: 'plain', dir: 'auto' }, [text]);
}

function inlineLength({ tokens }: Block): number {
  return tokens.reduce(
    (length, { type, content }) => (type === 'inline' ? length + content.length : length),
    0,
  );
}

function renderPlain({ tokens }: Block): DocumentFragment {
  const content = document.createDocumentFragment();
  const texts = tokens.map((token) => token.content).filter((text) => text !== '');
  content.append(...texts.map((text) => plainText(document.createTextNode(text))));
  return content;
}
