import type { Composer } from '../composer/composer.ts';

/**
 * Lets `change` put other turns in the place of those in `node`. Where the button with the focus goes
 * away with its turn, the same button of the turn in its place gets the focus.
 */
export function keepActionFocus(node: HTMLElement, change: () => void): void {
  const active = document.activeElement;
  const action =
    active instanceof HTMLElement && node.contains(active) ? active.dataset['action'] : undefined;
  const index = turnsIn(node).findIndex((turn) => turn.contains(active));
  const label = active?.ariaLabel;
  change();
  if (action !== undefined && active?.isConnected === false) {
    const buttons = turnsIn(node)[index]?.querySelectorAll<HTMLElement>(
      `[data-action="${action}"]`,
    );
    [...(buttons ?? [])].find(({ ariaLabel }) => ariaLabel === label)?.focus();
  }
}

function turnsIn(node: HTMLElement): readonly Element[] {
  return [...node.querySelectorAll('.turn')];
}

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

/** The button that had the focus may be gone: then `target` takes it. */
export function recoverFocus(target: { focus(): void }): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    target.focus();
  }
}
