import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';

/** The element id of a control of the form with this ref, or of a button in its row. Half of a surrogate pair cannot be encoded. */
export function formId(ref: string, control: string): string {
  return `${control}:${encodeURIComponent(ref.toWellFormed())}`;
}

/** Gives the focus to the element with this id, if there is one, and shows it. */
export function focusOn(id: string): void {
  const target = id === '' ? null : document.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  target?.closest('details')?.setAttribute('open', '');
  target?.focus();
  if (target !== null && document.activeElement !== target) {
    // A new custom element can take the focus only after it has rendered itself.
    queueMicrotask(() => target.focus());
  }
}

/** A button with words. */
export function wordButton(
  label: string,
  onClick: () => void,
  { id, isPrimary = false }: { readonly id?: string; readonly isPrimary?: boolean } = {},
): TemplateResult {
  return html`<vscode-button ?secondary=${!isPrimary} id=${id ?? nothing} @click=${onClick}
    >${label}</vscode-button
  >`;
}
