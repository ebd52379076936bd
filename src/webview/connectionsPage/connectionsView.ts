import '@vscode-elements/elements/dist/vscode-badge/index.js';
import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import type { ConnectionItem } from '../../shared/connectionsPage/protocol.ts';
import { isolated, visibleText } from '../../shared/visibleText.ts';
import { icon } from '../dom/element.ts';
import { connectionForm } from './connectionForm.ts';
import { focusOn, rowId } from './connectionIds.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { wordButton } from './wordButton.ts';

/** The whole page; nothing before the host has sent the connections. */
export function connectionsView(
  state: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult | typeof nothing {
  const { items, editors } = state;
  if (items === undefined) {
    return nothing;
  }
  const unlisted = editors.filter((editor) => !items.some(({ ref }) => ref === editor.ref));
  return html`${pageHead(actions)}
    ${
      items.length === 0 && unlisted.length === 0
        ? html`<p class="connections-none">${l10n.t('No connections yet.')}</p>`
        : nothing
    }
    <ul class="connection-list" aria-label=${l10n.t('Connections')}>
      ${repeat(
        items,
        ({ ref }) => ref,
        (item) => connectionRow(item, state, actions),
      )}
      ${repeat(
        unlisted,
        ({ ref }) => ref,
        (editor) => html`<li class="connection">${connectionForm({ editor, actions })}</li>`,
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
      ${wordButton(l10n.t('Add Connection'), () => actions.edit(), { id: 'add', isPrimary: true })}
      ${wordButton(l10n.t('Connect to a Service…'), () => actions.ask({ kind: 'connect' }))}
      ${wordButton(l10n.t('Open Settings (JSON)'), () => actions.ask({ kind: 'openSettings' }))}
    </div>
  </div>`;
}

/** One connection of the list, with its form below while that is open. */
function connectionRow(
  item: ConnectionItem,
  state: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult {
  const { ref, name, address, problem } = item;
  const editor = state.editors.find((each) => each.ref === ref);
  return html`<li class="connection">
    <div class="connection-row">
      <div class="connection-what">
        <h2>
          <bdi>${visibleText(name)}</bdi>
          ${
            state.inUse === ref
              ? html`<vscode-badge title=${l10n.t('The current chat sends its messages here')}
                  >${l10n.t('In use')}</vscode-badge
                >`
              : nothing
          }
        </h2>
        <p class="quiet"><bdi>${address}</bdi></p>
        <p class="quiet">${facts(item)}</p>
      </div>
      ${toolbar(item, state, actions)}
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
    ${editor === undefined ? nothing : connectionForm({ editor, item, actions })}
  </li>`;
}

function keyFact({ draft, key }: ConnectionItem): string {
  const { kind } = readKeyText(draft.keyFrom);
  if (kind === '' || kind === 'stored') {
    const states = {
      kept: l10n.t('key saved'),
      lost: l10n.t('key lost'),
      none: l10n.t('no key'),
    };
    return states[key.state];
  }
  if (kind === 'microsoft') {
    return l10n.t('Microsoft account');
  }
  if (key.isBrowser === true) {
    return l10n.t('key not available in the browser');
  }
  return kind === 'command'
    ? l10n.t('key from a command')
    : l10n.t('key from an environment variable');
}

function facts(item: ConnectionItem): string {
  const { model, mode, offerToVSCode } = item.draft;
  return [
    model === '' ? l10n.t('no default model') : visibleText(model),
    keyFact(item),
    ...(mode === '' ? [] : [l10n.t('standard mode')]),
    ...(offerToVSCode === '' ? [] : [l10n.t('models offered to VS Code')]),
  ].join(' · ');
}

interface RowButton {
  readonly action: 'edit' | 'newChat' | 'diagnose' | 'duplicate' | 'moveUp' | 'moveDown' | 'remove';
  /** The accessible name, with that of the connection. */
  readonly label: string;
  /** In place of the label on the button. */
  readonly content?: string | HTMLElement;
  readonly isOff?: boolean;
}

function toolbar(
  item: ConnectionItem,
  { items = [] }: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult {
  const { ref, name, problem } = item;
  const isOff = problem !== undefined;
  const buttons: readonly RowButton[] = [
    { action: 'newChat', label: l10n.t('New Chat With It'), isOff },
    { action: 'edit', label: l10n.t('Edit') },
    {
      action: 'diagnose',
      label: l10n.t('Diagnose Connection'),
      content: l10n.t('Diagnose'),
      isOff,
    },
    { action: 'duplicate', label: l10n.t('Duplicate') },
    {
      action: 'moveUp',
      label: l10n.t('Move Up'),
      content: icon('arrow-up'),
      isOff: item === items[0],
    },
    {
      action: 'moveDown',
      label: l10n.t('Move Down'),
      content: icon('arrow-down'),
      isOff: item === items.at(-1),
    },
    { action: 'remove', label: l10n.t('Remove'), content: icon('trash') },
  ];
  const onPress = (kind: RowButton['action']): void => {
    if (kind === 'edit') {
      actions.edit(item);
    } else {
      actions.ask({ kind, ref });
      // The row is about to go.
      focusOn(kind === 'remove' ? 'add' : '');
    }
  };
  return html`<div
    class="connection-tools"
    role="group"
    aria-label=${l10n.t('Actions for {0}', name)}
  >
    ${buttons.map(
      ({ action, label, content = label, isOff = false }) =>
        html`<button
          class=${content instanceof HTMLElement ? 'icon-button' : 'text-button'}
          type="button"
          id=${rowId(ref, action)}
          title=${label}
          aria-label="${label}: ${name}"
          aria-disabled=${isOff}
          @click=${() => isOff || onPress(action)}
        >
          ${content}
        </button>`,
    )}
  </div>`;
}
