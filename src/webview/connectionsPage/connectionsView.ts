import '@vscode-elements/elements/dist/vscode-button/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ConnectionItem, KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { connectionForm } from './connectionForm.ts';
import { rowId } from './connectionIds.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { isolated, visibleText } from '../../shared/visibleText.ts';

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
        ? html`<p class="connections-none">${l10n.t('No connections yet.')}</p>`
        : nothing
    }
    <ul class="connection-list" aria-label=${l10n.t('Connections')}>
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
    <h1>${l10n.t('Connections')}</h1>
    <p class="quiet">
      ${l10n.t(
        'The services that Parley can use, from your user settings. API keys are stored separately, in VS Code’s secret storage. No request is sent until you test or use a connection.',
      )}
    </p>
    <div class="button-row">
      <vscode-button id="add" @click=${() => actions.edit()}
        >${l10n.t('Add Connection')}</vscode-button
      >
      <vscode-button secondary @click=${() => actions.ask({ kind: 'connect' })}
        >${l10n.t('Connect to a Service…')}</vscode-button
      >
      <vscode-button secondary @click=${() => actions.ask({ kind: 'openSettings' })}
        >${l10n.t('Open Settings (JSON)')}</vscode-button
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
  const shownName = isolated(visibleText(name));
  return html`<div class="connections-bar">
    <p>
      ${
        leftKey === undefined
          ? l10n.t('{0} was removed.', shownName)
          : l10n.t('{0} was removed. The API key for {1} is still saved.', shownName, leftKey)
      }
    </p>
    <div class="button-row">
      <vscode-button id="undo" secondary @click=${() => actions.undoRemove()}
        >${l10n.t('Undo')}</vscode-button
      >
      ${
        leftKey === undefined
          ? nothing
          : html`<vscode-button
              secondary
              @click=${() => actions.ask({ kind: 'forgetKey', ref, draft })}
              >${l10n.t('Delete API Key…')}</vscode-button
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
  const isShared = items.some(
    (item) =>
      item.ref !== ref &&
      item.key.origin === key.origin &&
      item.key.source === key.source &&
      item.key.name === key.name,
  );
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
  return html`<li class="connection">
    <div class="connection-row">
      <div class="connection-what">
        <h2>
          <bdi>${visibleText(item.name)}</bdi>
          ${
            state.inUse === ref
              ? html`<span
                  class="connection-in-use"
                  title=${l10n.t('The current chat sends its messages here')}
                  >${l10n.t('In use')}</span
                >`
              : nothing
          }
        </h2>
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
              >${l10n.t(
                'This connection cannot be used. {0} Edit and save it, or remove it.',
                isolated(problem),
              )}</span
            >
          </p>`
    }
    ${editor === undefined ? nothing : connectionForm({ editor, item, test: state.tests.get(ref), actions })}
  </li>`;
}

function keyWords({ state, source, isBrowser }: KeyStatus): string {
  switch (source) {
    case 'environment':
    case 'command':
      return isBrowser === true
        ? l10n.t('key not available in the browser')
        : source === 'command'
          ? l10n.t('key from a command')
          : l10n.t('key from an environment variable');
    case 'microsoft':
      return l10n.t('Microsoft account');
    default:
      return savedWords(state);
  }
}

function savedWords(state: KeyStatus['state']): string {
  switch (state) {
    case 'kept':
      return l10n.t('key saved');
    case 'lost':
      return l10n.t('key lost');
    case 'none':
      return l10n.t('no key');
  }
}

function facts({ draft, key }: ConnectionItem): string {
  return [
    draft.model === '' ? l10n.t('no default model') : visibleText(draft.model),
    keyWords(key),
    ...(draft.mode === 'standard' ? [l10n.t('standard mode')] : []),
    ...(draft.offerToVSCode ? [l10n.t('models offered to VS Code')] : []),
  ].join(' · ');
}

function toolbar({ item, index, count, actions }: RowOptions): TemplateResult {
  const { ref, name, problem } = item;
  const icons: RowButton = { ref, name, look: 'icon-button' };
  const words: RowButton = { ref, name, look: 'text-button' };
  return html`<div
    class="connection-tools"
    role="group"
    aria-label=${l10n.t('Actions for {0}', name)}
  >
    ${rowButton(words, 'newChat', l10n.t('New Chat With It'), {
      content: l10n.t('New Chat With It'),
      onClick: () => actions.ask({ kind: 'newChat', ref }),
      isOff: problem !== undefined,
    })}
    ${rowButton(words, 'edit', l10n.t('Edit'), {
      content: l10n.t('Edit'),
      onClick: () => actions.edit(item),
    })}
    ${rowButton(words, 'diagnose', l10n.t('Diagnose Connection'), {
      content: l10n.t('Diagnose'),
      onClick: () => actions.ask({ kind: 'diagnose', ref }),
      isOff: problem !== undefined,
    })}
    ${rowButton(words, 'duplicate', l10n.t('Duplicate'), {
      content: l10n.t('Duplicate'),
      onClick: () => actions.ask({ kind: 'duplicate', ref }),
    })}
    ${rowButton(icons, 'up', l10n.t('Move Up'), {
      content: icon('arrow-up'),
      onClick: () => actions.ask({ kind: 'moveUp', ref }),
      isOff: index === 0,
    })}
    ${rowButton(icons, 'down', l10n.t('Move Down'), {
      content: icon('arrow-down'),
      onClick: () => actions.ask({ kind: 'moveDown', ref }),
      isOff: index === count - 1,
    })}
    ${rowButton(icons, 'remove', l10n.t('Remove'), {
      content: icon('trash'),
      onClick: () => actions.remove(item),
    })}
  </div>`;
}

/** The row of a button, and whether the button shows an icon or words. */
interface RowButton {
  readonly ref: string;
  readonly name: string;
  readonly look: 'icon-button' | 'text-button';
}

interface RowButtonOptions {
  readonly content: HTMLElement | string;
  readonly onClick: () => void;
  readonly isOff?: boolean;
}

function rowButton(
  { ref, name, look }: RowButton,
  action: string,
  label: string,
  { content, onClick, isOff = false }: RowButtonOptions,
): TemplateResult {
  return html`<button
    class=${look}
    type="button"
    id=${rowId(ref, action)}
    title=${label}
    aria-label="${label}: ${name}"
    aria-disabled=${isOff}
    @click=${() => isOff || onClick()}
  >
    ${content}
  </button>`;
}
