import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionItem, KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { connectionForm, testView } from './connectionForm.ts';
import { rowId } from './connectionIds.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** The whole page; nothing before the host has sent the connections. */
export function connectionsView(
  state: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult | typeof nothing {
  const { items, editors } = state;
  if (items === undefined) {
    return nothing;
  }
  const unlisted = [...editors.values()].filter(
    (editor) => !items.some(({ ref }) => ref === editor.ref),
  );
  return html`${pageHead(actions)}
    <div class="connections-news" role="status">
      ${removedBar(state, actions)} ${failureBar(state)}
    </div>
    ${
      items.length === 0 && unlisted.length === 0
        ? html`<p class="connections-none">There is no connection yet.</p>`
        : nothing
    }
    <ul class="connection-list" aria-label="Connections">
      ${repeat(
        items,
        ({ ref }) => ref,
        (item, index) => connectionRow({ item, index, count: items.length, state, actions }),
      )}
      ${repeat(
        unlisted,
        ({ ref }) => ref,
        (editor) =>
          html`<li class="connection">
            ${connectionForm({ editor, test: state.tests.get(editor.ref), actions })}
          </li>`,
      )}
    </ul>`;
}

function pageHead(actions: ConnectionsActions): TemplateResult {
  return html`<div class="connections-head">
    <h1>Connections</h1>
    <p class="quiet">
      The services Parley can talk to, in your user settings. Keys are kept apart, in VS Code’s
      secret store. Nothing is asked of a service before you test or use it.
    </p>
    <div class="button-row">
      <vscode-button id="add" @click=${() => actions.edit()}>Add connection</vscode-button>
      <vscode-button secondary @click=${() => actions.ask({ kind: 'openSettings' })}
        >Open settings.json</vscode-button
      >
    </div>
  </div>`;
}

function removedBar(
  { removed, items = [] }: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult | typeof nothing {
  if (removed === undefined) {
    return nothing;
  }
  const { ref, name, draft } = removed;
  const leftKey = keyLeftBehind(removed, items);
  return html`<div class="connections-bar">
    <p>
      <bdi>${visibleText(name)}</bdi> is
      removed.${leftKey === undefined ? '' : ` The key for ${leftKey} is still kept.`}
    </p>
    <div class="button-row">
      <vscode-button id="undo" secondary @click=${() => actions.undoRemove()}>Undo</vscode-button>
      ${
        leftKey === undefined
          ? nothing
          : html`<vscode-button
              secondary
              @click=${() => actions.ask({ kind: 'forgetKey', ref, draft })}
              >Forget the key…</vscode-button
            >`
      }
    </div>
  </div>`;
}

/** The origin for which the removed connection has a key, if no other connection uses it. */
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

interface RowOptions {
  readonly item: ConnectionItem;
  readonly index: number;
  readonly count: number;
  readonly state: ConnectionsState;
  readonly actions: ConnectionsActions;
}

/** One connection of the list, with its form below while that is open. */
function connectionRow(options: RowOptions): TemplateResult {
  const { item, state, actions } = options;
  const { ref, problem } = item;
  const editor = state.editors.get(ref);
  const test = state.tests.get(ref);
  return html`<li class="connection">
    <div class="connection-row">
      <div class="connection-what">
        <h2><bdi>${visibleText(item.name)}</bdi></h2>
        <p class="quiet"><bdi>${item.address}</bdi></p>
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
    ${editor === undefined ? testView(test) : connectionForm({ editor, item, test, actions })}
  </li>`;
}

const keyWords: Readonly<Record<KeyStatus['state'], string>> = {
  kept: 'key kept',
  lost: 'key lost',
  none: 'no key',
};

function facts({ draft, key }: ConnectionItem): string {
  return [
    draft.model === '' ? 'no default model' : visibleText(draft.model),
    keyWords[key.state],
    ...(draft.mode === 'standard' ? ['standard mode'] : []),
  ].join(' · ');
}

function toolbar({ item, index, count, state, actions }: RowOptions): TemplateResult {
  const { ref, name, draft } = item;
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
    ${button('edit', 'edit', 'Edit', () => actions.edit(item))}
    ${button('test', 'debug-start', 'Test: ask for its models', () => actions.test(ref, draft), state.editors.has(ref))}
    ${button('duplicate', 'copy', 'Duplicate', () => actions.ask({ kind: 'duplicate', ref }))}
    ${button('up', 'arrow-up', 'Move up', () => actions.ask({ kind: 'moveUp', ref }), index === 0)}
    ${button('down', 'arrow-down', 'Move down', () => actions.ask({ kind: 'moveDown', ref }), index === count - 1)}
    ${button('remove', 'trash', 'Remove', () => actions.remove(item))}
  </div>`;
}
