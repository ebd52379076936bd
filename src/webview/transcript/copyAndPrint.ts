import { blocksIn, blockText } from '../reading/textBlocks.ts';
import type { TurnSlot } from './turnSlot.ts';

interface CopyAndPrintServices {
  /** All slots, in document order. */
  readonly slots: () => readonly TurnSlot[];
  /** Puts the content of slots on the page for a while. */
  readonly bring: (slots: readonly TurnSlot[]) => void;
}

/** More than this many characters are not put on the page together. */
const mostOnPage = 500_000;

/**
 * Completes what leaves the page as a whole: a selection that is copied, and a print. What they span
 * is brought back before the browser reads it. Of a longer selection the text is copied without format,
 * and what is not on the page as its Markdown; of a longer chat the end is printed.
 */
export function handleCopyAndPrint({ slots, bring }: CopyAndPrintServices): void {
  document.addEventListener('copy', (event) => {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0) {
      return;
    }
    const range = selection.getRangeAt(0);
    const selected = slots().filter(({ node }) => range.intersectsNode(node));
    const absent = selected.filter(({ isPresent }) => !isPresent);
    if (lastWithin(absent, mostOnPage).length === absent.length) {
      bring(absent);
    } else {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', textOf(selected, range));
    }
  });
  window.addEventListener('beforeprint', () => bring(lastWithin(slots(), mostOnPage)));
}

/** The last slots that have at most `limit` characters together. */
function lastWithin(slots: readonly TurnSlot[], limit: number): readonly TurnSlot[] {
  let length = 0;
  const tooLong = slots.findLastIndex((slot) => {
    length += slot.length;
    return length > limit;
  });
  return slots.slice(tooLong + 1);
}

/** The text of `slots` inside a range. */
function textOf(slots: readonly TurnSlot[], range: Range): string {
  return slots
    .flatMap((slot) =>
      slot.isPresent ? [...blocksIn(slot.node)].map((block) => textIn(block, range)) : slot.sources,
    )
    .filter((text) => text !== '')
    .join('\n');
}

/** The part of a block's text inside a range. */
function textIn(block: Element, range: Range): string {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  return blockText(block)
    .pieces.filter(({ node }) => range.intersectsNode(node))
    .map(({ node }) =>
      node.data.slice(
        node === startContainer ? startOffset : 0,
        node === endContainer ? endOffset : undefined,
      ),
    )
    .join('')
    .trimEnd();
}
