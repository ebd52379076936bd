import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';

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
