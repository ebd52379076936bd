import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { PanelTarget, SendWith } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { contextMeter } from './contextMeter.ts';
import { iconButton } from '../dom/buttons.ts';

interface BarState {
  readonly target: PanelTarget | undefined;
  /** The parameters that are set, each as a line of text. */
  readonly parameters: readonly string[];
  /** Estimated tokens of the next request. */
  readonly tokens: number;
  readonly isRunning: boolean;
  readonly maySend: boolean;
  readonly sendWith: SendWith | undefined;
}

interface BarActions {
  readonly post: (intent: ViewToHost) => void;
  readonly preview: () => void;
  /** The button Send or Stop was pressed. */
  readonly press: (event: MouseEvent) => void;
  readonly parametersPopover: HTMLElement;
}

/** The bar below the input box: what can be added, model, parameters, context meter, preview of the request, Send or Stop. */
export function composerBar(state: BarState, actions: BarActions): TemplateResult {
  return html`${addButton(actions.post)} ${modelButton(state.target, actions.post)}
    ${parametersButton(state.parameters, actions.parametersPopover)}
    <div class="composer-actions">
      ${contextMeter(state.tokens, state.target?.context)} ${previewButton(actions.preview)}
      ${sendButton(state, actions.press)}
    </div>`;
}

function addButton(post: BarActions['post']): TemplateResult {
  return iconButton({
    icon: 'add',
    label: l10n.t('Add to Chat…'),
    title: l10n.t('Add to Chat… (or type # for a file)'),
    onClick: () => post({ kind: 'addToChat' }),
  });
}

function modelButton(target: PanelTarget | undefined, post: BarActions['post']): TemplateResult {
  const model = target?.model && visibleText(target.model);
  const label = model ?? l10n.t('Choose Model');
  const connection = target && l10n.t('Connection: {0}', target.connection);
  // Where there is little room, the owner gives way first: it tells models least apart.
  const nameAt = label.lastIndexOf('/') + 1;
  return html`<button
    class="model-button"
    type="button"
    title=${connection === undefined ? label : `${label}\n${connection}`}
    aria-label=${model === undefined ? label : l10n.t('Model: {0}', model)}
    @click=${() => post({ kind: 'chooseModel' })}
  >
    <span class="model-id"
      ><span>${label.slice(0, nameAt)}</span
      ><span
        ><span class="model-name">${label.slice(nameAt)}</span
        ><span class="codicon codicon-chevron-down" aria-hidden="true"></span></span
    ></span>
  </button>`;
}

function parametersButton(lines: readonly string[], popover: HTMLElement): TemplateResult {
  const label =
    lines.length === 0
      ? l10n.t('Parameters: service defaults')
      : l10n.t('Parameters: {0}', lines.join(', '));
  return html`<button
    class="icon-button parameters-button ${lines.length === 0 ? '' : 'is-set'}"
    type="button"
    title=${label}
    aria-label=${label}
    .popoverTargetElement=${popover}
  >
    <span class="codicon codicon-settings" aria-hidden="true"></span>
  </button>`;
}

function previewButton(onClick: () => void): TemplateResult {
  const title = l10n.t('Preview Request');
  return iconButton({ icon: 'eye', label: title, title, onClick });
}

function sendButton(
  { isRunning, maySend, sendWith }: BarState,
  onClick: (event: MouseEvent) => void,
): TemplateResult {
  const label = isRunning ? l10n.t('Stop') : l10n.t('Send');
  const key = sendWith === 'ctrlEnter' ? 'Ctrl+Enter' : 'Enter';
  return html`<button
    class="icon-button send-button"
    type="button"
    aria-label=${label}
    title=${l10n.t('{0} ({1})', label, isRunning ? 'Escape' : key)}
    ?disabled=${!maySend}
    @click=${onClick}
  >
    <span
      class="codicon ${isRunning ? 'codicon-debug-stop' : 'codicon-send'}"
      aria-hidden="true"
    ></span>
  </button>`;
}
