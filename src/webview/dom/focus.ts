/** Something that can take the focus of the keyboard. */
interface FocusTarget {
  focus(): void;
}

/** The composer, as far as the focus concerns it. */
interface ComposerFocus extends FocusTarget {
  /** Allows the message to be sent again. */
  release(): void;
}

/**
 * Gives the focus to `composer` when the webview gets it, unless a control inside `root` already has
 * it or text is selected. Until a service is connected there is no composer on the page; the first
 * button of the welcome page takes the focus then.
 */
export function focusComposerOnReturn(root: HTMLElement, composer: ComposerFocus): void {
  // Browsers forget which element has the focus when it leaves the webview. Whoever has gone to a block of code by
  // keyboard comes back to it, such as from the Command Palette, whose commands are about it.
  let reached: HTMLElement | undefined;
  root.addEventListener('focusin', ({ target }) => {
    const isReached =
      target instanceof HTMLElement &&
      target.matches(':focus-visible') &&
      target.closest('.code-block') !== null;
    reached = isReached ? target : undefined;
  });
  window.addEventListener('focus', () => {
    composer.release();
    if (document.activeElement === document.body && reached?.isConnected === true) {
      reached.focus({ preventScroll: true });
    }
    const active = document.activeElement;
    const isInControl = root.contains(active) && active?.matches('main') !== true;
    const isSelecting = document.getSelection()?.isCollapsed === false;
    if (!isInControl && !isSelecting) {
      composer.focus();
      recoverFocus({ focus: () => root.querySelector<HTMLElement>('.ways-in > *')?.focus() });
    }
  });
}

/** Gives the focus to `target` if the element that had it was removed from the page. */
export function recoverFocus(target: FocusTarget): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    target.focus();
  }
}

/**
 * Runs `change`, which replaces turns inside `node`. If that removes the turn whose button has the
 * focus, the same button of the turn now at that position gets it: that of the message or that of the
 * reply, since both may have versions.
 */
export function keepActionFocus(node: HTMLElement, change: () => void): void {
  const active = document.activeElement;
  const action =
    active instanceof HTMLElement && node.contains(active) ? active.dataset['action'] : undefined;
  const index = turnsIn(node).findIndex((turn) => turn.contains(active));
  const label = active?.ariaLabel;
  const isOfReply = active?.closest('.reply') !== null;
  change();
  if (action !== undefined && active?.isConnected === false) {
    const selector = `[data-action="${action}"]`;
    const buttons = turnsIn(node)[index]?.querySelectorAll<HTMLElement>(selector) ?? [];
    const same = [...buttons].filter(({ ariaLabel }) => ariaLabel === label);
    const there = same.find((button) => (button.closest('.reply') !== null) === isOfReply);
    (there ?? same[0])?.focus();
  }
}

function turnsIn(node: HTMLElement): readonly Element[] {
  return [...node.querySelectorAll('.turn')];
}
