/** Creates an element with attributes and children; strings become text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** A codicon; the control around it says what it means. */
export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** What stands in the box in which something was typed. */
export function typed({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLInputElement || currentTarget instanceof HTMLTextAreaElement
    ? currentTarget.value
    : '';
}
