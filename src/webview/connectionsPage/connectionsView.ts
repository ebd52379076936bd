import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionItem, KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { connectionForm, testView } from './connectionForm.ts';
import { rowId } from './connectionIds.ts';
import type { ConnectionsApp } from './connectionsApp.ts';
import type { ConnectionsState } from './connectionsState.ts';

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

/** What a row is made of. */
interface RowOptions {
  readonly item: ConnectionItem;
  readonly index: number;
  readonly count: number;
  readonly state: ConnectionsState;
  readonly app: ConnectionsApp;
}

/** One connection of the list, with its form below while it is being edited. */
function connectionRow(options: RowOptions): TemplateResult {
  const { item, state, app } = options;
  const { ref, draft, problem } = item;
  const editor = state.editors.get(ref);
  const test = state.tests.get(ref);
  return html`<li class="connection">
    <div class="connection-row">
      <div class="connection-what">
        <h2><bdi>${nameOf(item)}</bdi></h2>
        <p class="quiet"><bdi>${draft.baseUrl}</bdi></p>
        <p class="quiet">${facts(item)}</p>
      </div>
      ${toolbar(options)}
    </div>
    ${
      problem === undefined
        ? nothing
        : html`<p class="problem">
            ${icon('warning')}<span
              >Cannot be used: <bdi>${problem}</bdi> Edit and save it, or remove it.</span
            >
          </p>`
    }
    ${editor === undefined ? testView(test) : connectionForm({ editor, item, test, app })}
  </li>`;
}

function nameOf({ draft }: ConnectionItem): string {
  return draft.name === '' ? 'Connection without a name' : draft.name;
}

const keyWords: Readonly<Record<KeyStatus['state'], string>> = {
  kept: 'key kept',
  lost: 'key lost',
  none: 'no key',
};

function facts({ draft, key }: ConnectionItem): string {
  return [
    draft.model === '' ? 'no default model' : draft.model,
    keyWords[key.state],
    ...(draft.mode === 'standard' ? ['standard mode'] : []),
  ].join(' · ');
}

function toolbar({ item, index, count, state, app }: RowOptions): TemplateResult {
  const { ref, draft } = item;
  const name = nameOf(item);
  const button = (
    action: string,
    codicon: string,
    label: string,
    onClick: () => void,
    isOff = false,
  ): TemplateResult =>
    html`<button
      class="icon-button"
      type="button"
      id=${rowId(ref, action)}
      title=${label}
      aria-label="${label}: ${name}"
      aria-disabled=${isOff}
      @click=${() => isOff || onClick()}
    >
      ${icon(codicon)}
    </button>`;
  return html`<div class="connection-tools" role="group" aria-label="Actions for ${name}">
    ${button('edit', 'edit', 'Edit', () => app.edit(item))}
    ${button('test', 'debug-start', 'Test: ask for its models', () => app.test(ref, draft), state.editors.has(ref))}
    ${button('duplicate', 'copy', 'Duplicate', () => app.ask({ kind: 'duplicate', ref }))}
    ${button('up', 'arrow-up', 'Move up', () => app.ask({ kind: 'moveUp', ref }), index === 0)}
    ${button('down', 'arrow-down', 'Move down', () => app.ask({ kind: 'moveDown', ref }), index === count - 1)}
    ${button('remove', 'trash', 'Remove', () => app.remove(item))}
  </div>`;
}
