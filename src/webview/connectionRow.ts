import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionItem, KeyStatus } from '../shared/connectionsProtocol.ts';
import { connectionForm } from './connectionForm.ts';
import { rowId } from './connectionIds.ts';
import type { ConnectionsApp } from './connectionsApp.ts';
import type { ConnectionsState } from './connectionsState.ts';
import { icon } from './element.ts';
import { testView } from './testView.ts';

/** What a row is made of. */
export interface RowOptions {
  readonly item: ConnectionItem;
  readonly index: number;
  readonly count: number;
  readonly state: ConnectionsState;
  readonly app: ConnectionsApp;
}

/** One connection of the list, with its form below while it is being edited. */
export function connectionRow(options: RowOptions): TemplateResult {
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
