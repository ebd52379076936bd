import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionItem } from '../shared/connectionsProtocol.ts';
import { connectionForm } from './connectionForm.ts';
import { connectionRow } from './connectionRow.ts';
import type { ConnectionsApp } from './connectionsApp.ts';
import type { ConnectionsState } from './connectionsState.ts';
import { icon } from './element.ts';

/** The whole page. */
export function connectionsView(
  state: ConnectionsState,
  app: ConnectionsApp,
): TemplateResult | typeof nothing {
  const { items, editors } = state;
  if (items === undefined) {
    return nothing;
  }
  const loose = [...editors.values()].filter(
    (editor) => !items.some(({ ref }) => ref === editor.ref),
  );
  return html`${pageHead(app)}
    <div class="connections-news" role="status">${removedBar(state, app)} ${failureBar(state)}</div>
    ${
      items.length === 0 && loose.length === 0
        ? html`<p class="connections-none">There is no connection yet.</p>`
        : nothing
    }
    <ul class="connection-list" aria-label="Connections">
      ${repeat(
        items,
        ({ ref }) => ref,
        (item, index) => connectionRow({ item, index, count: items.length, state, app }),
      )}
      ${repeat(
        loose,
        ({ ref }) => ref,
        (editor) =>
          html`<li class="connection">
            ${connectionForm({ editor, test: state.tests.get(editor.ref), app })}
          </li>`,
      )}
    </ul>`;
}

function pageHead(app: ConnectionsApp): TemplateResult {
  return html`<div class="connections-head">
    <h1>Connections</h1>
    <p class="quiet">
      The services Parley can talk to, in your user settings. Keys are kept apart, in VS Code’s
      secret store. Nothing is asked of a service before you test or use it.
    </p>
    <div class="button-row">
      <vscode-button id="add" @click=${() => app.edit()}>Add connection</vscode-button>
      <vscode-button secondary @click=${() => app.ask({ kind: 'openSettings' })}
        >Open settings.json</vscode-button
      >
    </div>
  </div>`;
}

function removedBar(
  { removed, items = [] }: ConnectionsState,
  app: ConnectionsApp,
): TemplateResult | typeof nothing {
  if (removed === undefined) {
    return nothing;
  }
  const { ref, draft } = removed;
  const leftKey = keyLeftBehind(removed, items);
  return html`<div class="connections-bar">
    <p>
      <bdi>${draft.name === '' ? 'The connection' : draft.name}</bdi> is
      removed.${leftKey === undefined ? '' : ` The key for ${leftKey} is still kept.`}
    </p>
    <div class="button-row">
      <vscode-button id="undo" secondary @click=${() => app.undoRemove()}>Undo</vscode-button>
      ${
        leftKey === undefined
          ? nothing
          : html`<vscode-button secondary @click=${() => app.ask({ kind: 'forgetKey', ref, draft })}
              >Forget the key…</vscode-button
            >`
      }
    </div>
  </div>`;
}

/** The origin of a removed connection that has a key which no other one uses. */
function keyLeftBehind(
  { ref, key }: ConnectionItem,
  items: readonly ConnectionItem[],
): string | undefined {
  const isShared = items.some((item) => item.ref !== ref && item.key.origin === key.origin);
  return key.state === 'none' || isShared ? undefined : key.origin;
}

function failureBar({ failure }: ConnectionsState): TemplateResult | typeof nothing {
  return failure === undefined
    ? nothing
    : html`<p class="connections-bar problem">${icon('error')}<span>${failure}</span></p>`;
}
