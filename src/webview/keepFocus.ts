import type { Composer } from './composer.ts';
import { recoverFocus } from './recoverFocus.ts';

/**
 * Gives the focus to the composer when the panel gets it, unless a control in the panel has the
 * focus or text is selected.
 */
export function keepFocus(root: HTMLElement, composer: Composer): void {
  window.addEventListener('focus', () => {
    composer.release();
    const active = document.activeElement;
    const isElsewhere = root.contains(active) && active?.matches('main') !== true;
    const isSelecting = document.getSelection()?.isCollapsed === false;
    if (!isElsewhere && !isSelecting) {
      composer.focus();
      // At the first run there is no box: what can be done comes first.
      recoverFocus({ focus: () => root.querySelector<HTMLElement>('.ways-in > *')?.focus() });
    }
  });
}
