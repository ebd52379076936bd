import type { Match } from './findQuery.ts';

/** Selects the blocks of text of a conversation. A block may contain others, whose text is not its own. */
const textBlocks = [
  '.system-prompt-text',
  '.user-text',
  '.context-item code',
  '.reasoning-text',
  '.tool-call :is(p, pre)',
  '.code-line',
  '.markdown :is(p, h1, h2, h3, h4, h5, h6, li, th, td, .math-text, .math-block)',
].join();

/** Selects elements inside a block that separate its text, as a line break does. */
const separators = `br, ul, ol, blockquote, .code-block, .table-scroll, ${textBlocks}`;

/** Selects text that is not shown: KaTeX repeats each formula as MathML for screen readers. */
const unshown = '.katex-mathml';

/** A text node, and the offset in the block's text at which it begins. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** The text of a block, with the text nodes that it was read from. */
export interface BlockText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** The block that the text of `node` belongs to, if any. */
export function blockOf(node: Node): Element | undefined {
  const parent = node instanceof Element ? node : node.parentElement;
  return parent?.closest(textBlocks) ?? undefined;
}

/**
 * The blocks in `root`, itself included, in document order. A part whose content is not on the page
 * counts as one block. The tree is walked as they are taken.
 */
export function* blocksIn(root: Node): Generator<Element> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
    if (node instanceof Element && node.matches(`${textBlocks}, ${absentPart}`)) {
      yield node;
    }
  }
}

/** The text of a block without that of blocks inside it. Separators become line breaks. */
export function blockText(block: Element): BlockText {
  const pieces: Piece[] = [];
  let text = '';
  const collect = (parent: Node): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node instanceof Text) {
        pieces.push({ node, start: text.length });
        text += node.data;
      } else if (node instanceof Element && node.matches(separators)) {
        text += '\n';
      } else if (node instanceof Element && !node.matches(unshown)) {
        collect(node);
      }
    }
  };
  collect(block);
  return { text, pieces };
}

/** The range in the document of a part of a block's text, as an array of one; empty if there is no text. */
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

/** The heights to try, in this order, as shares of the view's height: there may be a gap at one of them. */
const probes = { middle: [0.5, 0.47, 0.53, 0.3, 0.7], top: [0.02, 0.05, 0.08, 0.12, 0.2, 0.4] };

/**
 * The block of text at the middle or at the top of the view of `scroller`. If there is none, the
 * first other element found there, or `scroller` itself.
 */
export function inView(scroller: Element, where: keyof typeof probes): Element {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  let fallback = scroller;
  for (const share of probes[where]) {
    const all = document.elementsFromPoint(left + width / 2, top + share * height);
    // What is stuck there is not what is read.
    const first = all.find((one) => scroller.contains(one) && !one.closest('.question-line'));
    const block = first && blockOf(first);
    if (block !== undefined) {
      return block;
    }
    fallback = fallback === scroller ? (first ?? scroller) : fallback;
  }
  return fallback;
}

/** The class of a part of the conversation whose content is not on the page now, because it is far from view. */
export const absentClass = 'absent';

/** Selects the parts of the conversation whose content comes and goes. */
export const part = '.turn';

/** Selects the parts whose content is not on the page now. */
export const absentPart = `${part}.${absentClass}`;

/** What reading needs of the parts of the conversation whose content is not on the page. */
export interface AbsentParts {
  /** The texts of the blocks that such a part would have on the page, in order. */
  readonly texts: (part: Element) => readonly string[];
  /** Puts the content of a part on the page, at once. */
  readonly bringBack: (part: Element) => void;
}

/** Runs `change`, which changes something outside the view, and scrolls so that nothing in view moves. */
export function keepingInView(scroller: Element, change: () => void): void {
  const before = inView(scroller, 'top');
  const { top } = before.getBoundingClientRect();
  change();
  if (before !== scroller) {
    scroller.scrollTop += before.getBoundingClientRect().top - top;
  }
}
