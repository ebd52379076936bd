/** Creates an element with attributes and children. Strings become text nodes, never markup. */
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

/** A codicon, hidden from screen readers: the control around it has the accessible name. */
export function icon(name: string): HTMLElement {
  return element('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** The text of the field whose listener is running; empty for other elements. */
export function typedText({ currentTarget: field }: Event): string {
  return field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
    ? field.value
    : '';
}

/** Types text into `box` in place of its selection, so that the user can undo it. */
export function insertText(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // The only way to change a text area that the browser can undo.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text);
}
