/** An event of this name bubbles up from an element that has to be shown; whatever folds it away opens. */
export const unfoldEvent = 'parley-unfold';

/** Opens everything that `node` is hidden in: `details`, a drawn diagram, a folded message. */
export function unfold(node: Element): void {
  for (
    let folded = node.closest<HTMLDetailsElement>('details:not([open])');
    folded !== null;
    folded = folded.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null
  ) {
    folded.open = true;
  }
  // A drawn diagram replaces its source; its button shows the source again.
  const drawn = node.parentElement?.closest('.code-block.drawn');
  drawn?.querySelector<HTMLElement>('.diagram-button')?.click();
  node.dispatchEvent(new Event(unfoldEvent, { bubbles: true }));
}
