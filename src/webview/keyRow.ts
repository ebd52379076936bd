import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionItem, KeyStatus } from '../shared/connectionsProtocol.ts';
import type { Editor } from './connectionEditor.ts';
import type { ConnectionsApp } from './connectionsApp.ts';
import { formId } from './connectionIds.ts';

/** Whether a key is kept for the address that stands in the form; the key itself is never here. */
export function keyRow({
  editor,
  item,
  app,
}: {
  readonly editor: Editor;
  readonly item: ConnectionItem | undefined;
  readonly app: ConnectionsApp;
}): TemplateResult {
  const { ref, draft, check } = editor;
  const key: KeyStatus = check?.key ?? { state: 'none' };
  const canSet = key.origin !== undefined;
  return html`<div class="field" role="group" aria-label="Key">
    <span class="field-name">Key</span>
    <p>${words(key, item?.key)}</p>
    <div class="button-row">
      <vscode-button
        secondary
        id=${formId(ref, 'set-key')}
        ?disabled=${!canSet}
        @click=${() => canSet && app.ask({ kind: 'setKey', ref, draft })}
        >${key.state === 'kept' ? 'Replace key…' : 'Set key…'}</vscode-button
      >
      ${
        key.state === 'none'
          ? nothing
          : html`<vscode-button secondary @click=${() => app.ask({ kind: 'forgetKey', ref, draft })}
              >Forget key…</vscode-button
            >`
      }
    </div>
  </div>`;
}

function words({ origin, state }: KeyStatus, saved: KeyStatus | undefined): string {
  if (origin === undefined) {
    return 'Enter the address first: a key is kept for one address and sent to no other.';
  }
  if (state === 'kept') {
    return `A key is kept for ${origin}.`;
  }
  if (state === 'lost') {
    return `VS Code’s secret store no longer gives the key for ${origin}. Set it again.`;
  }
  const hasMoved = saved?.state === 'kept' && saved.origin !== origin;
  return hasMoved
    ? `No key is kept for ${origin}. The one for ${saved.origin ?? ''} is not sent there: you are asked for a key before the first request.`
    : `No key is kept for ${origin}.`;
}
