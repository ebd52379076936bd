import { blockOf } from './textBlocks.ts';

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
