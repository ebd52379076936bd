import type { Match } from './findQuery.ts';

/** The blocks of text of a conversation; each can hold further ones, whose text is not its own. */
const textBlocks = [
  '.system-prompt-text',
  '.user-text',
  '.context-item code',
  '.reasoning-text',
  '.code-line',
  '.markdown :is(p, h1, h2, h3, h4, h5, h6, li, th, td, .math-text, .math-block)',
].join();

/** What stands between two parts of the text of a block. */
const apart = `br, ul, ol, blockquote, .code-block, .table-scroll, ${textBlocks}`;

/** What says the same again for others. */
const doubled = '.katex-mathml';

/** A piece of a text node, and where it begins in the text of its block. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** The text of a block, and the nodes it comes from. */
export interface BlockText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** The block whose own text `node` is part of, if it is of any. */
export function blockOf(node: Node): Element | undefined {
  const parent = node instanceof Element ? node : node.parentElement;
  return parent?.closest(textBlocks) ?? undefined;
}

/** `root`, where it is a block, and those inside it, in their order, as they are found on the way. */
export function* blocksIn(root: Node): Generator<Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if (node instanceof Element && node.matches(textBlocks)) {
      yield node;
    }
  }
}

/** The own text of a block. What stands apart inside it is a line break. */
export function blockText(block: Element): BlockText {
  const pieces: Piece[] = [];
  let text = '';
  const collect = (parent: Node): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node instanceof Text) {
        pieces.push({ node, start: text.length });
        text += node.data;
      } else if (node instanceof Element && node.matches(apart)) {
        text += '\n';
      } else if (node instanceof Element && !node.matches(doubled)) {
        collect(node);
      }
    }
  };
  collect(block);
  return { text, pieces };
}

/** A part of the text of a block as a place in the document; none where there is no such part. */
export function rangeIn({ pieces }: BlockText, { start, end }: Match): readonly StaticRange[] {
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  return first === undefined || last === undefined
    ? []
    : [
        new StaticRange({
          startContainer: first.node,
          startOffset: Math.min(start - first.start, first.node.length),
          endContainer: last.node,
          endOffset: Math.min(end - last.start, last.node.length),
        }),
      ];
}

/** Where to look for a block in view, as shares of the height, when the middle is a gap. */
const shares = { middle: [0.5, 0.47, 0.53, 0.3, 0.7], top: [0.02, 0.05, 0.08, 0.12, 0.2, 0.4] };

/** A block of text in the view of `scroller`, or what is there where there is none. */
export function inView(scroller: Element, where: keyof typeof shares): Element {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  let shown = scroller;
  for (const share of shares[where]) {
    const all = document.elementsFromPoint(left + width / 2, top + share * height);
    const first = all.find((one) => scroller.contains(one));
    const block = first && blockOf(first);
    if (block !== undefined) {
      return block;
    }
    shown = shown === scroller ? (first ?? scroller) : shown;
  }
  return shown;
}
