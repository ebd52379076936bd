import { toggleDiagram } from './diagramBlock.ts';
import { unfold } from './unfold.ts';

/** What a command does to a diagram. */
export type DiagramAction = 'showDiagram' | 'openDiagram' | 'saveDiagram';

/**
 * Does it to the diagram that has the focus, or else to the first one in view. Gives what is to be
 * said of it, if anything is.
 */
export async function actOnDiagram(
  scroller: HTMLElement,
  action: DiagramAction,
): Promise<string | undefined> {
  const block = focusedOrInView(scroller);
  if (block === undefined) {
    return 'No diagram is in view.';
  }
  unfold(block);
  const isDrawn = (): boolean => block.classList.contains('drawn');
  if (action === 'showDiagram' || (action === 'saveDiagram' && !isDrawn())) {
    await toggleDiagram(block, block.querySelector('code')?.textContent ?? '');
  }
  if (action === 'showDiagram') {
    return isDrawn() ? 'The diagram is shown.' : sourceWords(block);
  }
  if (action === 'openDiagram' || isDrawn()) {
    block.querySelector<HTMLElement>(`[data-code-action="${action}"]`)?.click();
  }
  return undefined;
}

/** A reason why it cannot be drawn speaks for itself. */
function sourceWords(block: HTMLElement): string | undefined {
  return block.querySelector('.diagram-error') === null ? 'The source is shown.' : undefined;
}

function focusedOrInView(scroller: HTMLElement): HTMLElement | undefined {
  const blocks = [...scroller.querySelectorAll<HTMLElement>('.code-block')].filter(
    (block) => block.querySelector('.diagram-button') !== null,
  );
  const { top, bottom } = scroller.getBoundingClientRect();
  const isInView = (block: HTMLElement): boolean => {
    const box = block.getBoundingClientRect();
    return box.bottom > top && box.top < bottom && box.height > 0;
  };
  return blocks.find((block) => block.contains(document.activeElement)) ?? blocks.find(isInView);
}
