/** The name of the event that asks whatever hides `node` to show it; it goes up from the node. */
export const unfoldEvent = 'parley-unfold';

/** Opens all that `node` is folded away in. */
export function unfold(node: Element): void {
  for (
    let folded = node.closest<HTMLDetailsElement>('details:not([open])');
    folded !== null;
    folded = folded.parentElement?.closest<HTMLDetailsElement>('details:not([open])') ?? null
  ) {
    folded.open = true;
  }
  // A diagram that is drawn stands in the place of its source.
  const drawn = node.parentElement?.closest('.code-block.drawn');
  drawn?.querySelector<HTMLElement>('.diagram-button')?.click();
  node.dispatchEvent(new Event(unfoldEvent, { bubbles: true }));
}
