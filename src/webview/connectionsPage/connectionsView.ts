import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type {
  ConnectionItem,
  ConnectionsPageToHost,
} from '../../shared/connectionsPage/protocol.ts';
import { isolated, visibleText } from '../../shared/visibleText.ts';
import { icon } from '../dom/element.ts';
import { connectionForm } from './connectionForm.ts';
import { focusOn, formId } from './controls.ts';
import type { ConnectionsActions, ConnectionsState } from './connectionsState.ts';
import { wordButton } from './controls.ts';

/** The whole page; nothing before the host has sent the connections. */
export function connectionsView(
  state: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult | typeof nothing {
  const { items, forms } = state;
  if (items === undefined) {
    return nothing;
  }
  const unlisted = forms.filter((form) => !items.some(({ ref }) => ref === form.ref));
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
        (form) => html`<li class="connection">${connectionForm({ form, actions })}</li>`,
      )}
    </ul>`;
}

function pageHead(actions: ConnectionsActions): TemplateResult {
  return html`<div class="connections-head">
    <h1>${l10n.t('Connections')}</h1>
    <p class="quiet">
      ${l10n.t(
        'The services that Parley can use, from your user settings. API keys are stored separately, in VS Code’s secret storage. No request is sent until you diagnose or use a connection.',
      )}
    </p>
    <div class="button-row">
      ${wordButton(l10n.t('Add Connection'), () => actions.open(), { id: 'add', isPrimary: true })}
      ${wordButton(l10n.t('Connect to a Service…'), () => actions.ask({ kind: 'connect' }))}
      ${wordButton(l10n.t('Open Settings (JSON)'), () => actions.ask({ kind: 'openSettings' }))}
    </div>
  </div>`;
}

/** One connection of the list, with its form below while that is open. */
function connectionRow(
  item: ConnectionItem,
  { items = [], forms }: ConnectionsState,
  actions: ConnectionsActions,
): TemplateResult {
  const { ref, name, address, facts, problem } = item;
  const form = forms.find((each) => each.ref === ref);
  return html`<li class="connection">
    <div class="connection-row">
      <div class="connection-what">
        <h2><bdi>${visibleText(name)}</bdi></h2>
        <p class="quiet"><bdi>${address}</bdi></p>
        <p class="quiet">${facts}</p>
      </div>
      ${toolbar(item, item === items[0], actions)}
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
    ${form && connectionForm({ form, item, actions })}
  </li>`;
}

function toolbar(
  { ref, name, problem, draft }: ConnectionItem,
  isFirst: boolean,
  actions: ConnectionsActions,
): TemplateResult {
  const isBroken = problem !== undefined;
  const { offerToVSCode: _offer, name: own = name, ...others } = draft;
  const copy = { ...others, name: l10n.t('{0} (copy)', own) };
  const ask = (kind: ConnectionsPageToHost['kind']) => (): void => actions.ask({ kind, ref });
  const diagnose = (): void => {
    actions.open(ref);
    actions.ask({ kind: 'diagnose', ref });
  };
  const button = (id: string, label: string, isOff: boolean, onPress: () => void, look?: string) =>
    html`<button
      class=${look === undefined ? 'text-button' : 'icon-button'}
      type="button"
      id=${formId(ref, `row-${id}`)}
      title=${label}
      aria-label="${label}: ${name}"
      aria-disabled=${isOff}
      @click=${() => isOff || onPress()}
    >
      ${look === undefined ? label : icon(look)}
    </button>`;
  const onRemove = (): void => {
    actions.ask({ kind: 'remove', ref });
    // The row is about to go.
    focusOn('add');
  };
  return html`<div
    class="connection-tools"
    role="group"
    aria-label=${l10n.t('Actions for {0}', name)}
  >
    ${button('newChat', l10n.t('New Chat With It'), isBroken, ask('newChat'))}
    ${button('edit', l10n.t('Edit'), false, () => actions.open(ref))}
    ${button('diagnose', l10n.t('Diagnose'), isBroken, diagnose)}
    ${button('duplicate', l10n.t('Duplicate'), false, () => actions.open(undefined, copy))}
    ${button('moveUp', l10n.t('Move Up'), isFirst, ask('moveUp'), 'arrow-up')}
    ${button('remove', l10n.t('Remove'), false, onRemove, 'trash')}
  </div>`;
}
