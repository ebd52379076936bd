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
