/**
 * Lets `change` put other turns in the place of those in `node`. Where the button with the focus goes
 * away with its turn, the same button of the turn in its place gets the focus.
 */
export function keepActionFocus(node: HTMLElement, change: () => void): void {
  const active = document.activeElement;
  const action =
    active instanceof HTMLElement && node.contains(active) ? active.dataset['action'] : undefined;
  const index = [...node.children].findIndex((turn) => turn.contains(active));
  const label = active?.ariaLabel;
  change();
  if (action !== undefined && active?.isConnected === false) {
    const buttons = node.children[index]?.querySelectorAll<HTMLElement>(
      `[data-action="${action}"]`,
    );
    [...(buttons ?? [])].find(({ ariaLabel }) => ariaLabel === label)?.focus();
  }
}
