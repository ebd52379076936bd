import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';

interface WordButton {
  readonly id?: string;
  readonly isPrimary?: boolean;
  readonly isOff?: boolean;
}

/** A button with words. */
export function wordButton(
  label: string,
  onClick: () => void,
  { id, isPrimary = false, isOff = false }: WordButton = {},
): TemplateResult {
  return html`<vscode-button
    ?secondary=${!isPrimary}
    ?disabled=${isOff}
    id=${id ?? nothing}
    @click=${() => isOff || onClick()}
    >${label}</vscode-button
  >`;
}
