import { html, type TemplateResult } from 'lit';
import type { PanelTarget, SendWith, ViewToHost } from '../../shared/panel/panelProtocol.ts';
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

/** The bar below the input box: model, parameters, context meter, preview of the request, Send or Stop. */
export function composerBar(state: BarState, actions: BarActions): TemplateResult {
  return html`${modelButton(state.target, actions.post)}
    ${parametersButton(state.parameters, actions.parametersPopover)}
    ${contextMeter(state.tokens, state.target?.context)}
    <div class="composer-actions">
      ${previewButton(actions.preview)} ${sendButton(state, actions.press)}
    </div>`;
}

function modelButton(target: PanelTarget | undefined, post: BarActions['post']): TemplateResult {
  const label = target?.model === undefined ? 'Choose a model' : visibleText(target.model);
  const hint = target === undefined ? label : `${label}\nConnection: ${target.connection}`;
  return html`<button
    class="model-button"
    type="button"
    title=${hint}
    aria-label=${target?.model === undefined ? label : `Model: ${label}`}
    @click=${() => post({ kind: 'chooseModel' })}
  >
    <span class="model-name">${label}</span>
    <span class="codicon codicon-chevron-down" aria-hidden="true"></span>
  </button>`;
}

function parametersButton(lines: readonly string[], popover: HTMLElement): TemplateResult {
  const label = lines.length > 1 ? `${lines.length} set` : (lines[0] ?? 'default');
  return html`<button
    class="parameters-button ${lines.length === 0 ? '' : 'is-set'}"
    type="button"
    title=${lines.length === 0 ? 'Parameters: the defaults of the service' : lines.join('\n')}
    aria-label="Parameters: ${[label, ...(lines.length > 1 ? lines : [])].join(', ')}"
    .popoverTargetElement=${popover}
  >
    <span class="codicon codicon-settings" aria-hidden="true"></span>
    <span class="parameters-label">${label}</span>
  </button>`;
}

function previewButton(onClick: () => void): TemplateResult {
  const label = 'Show the next request';
  return iconButton({ icon: 'eye', label, title: `${label}: exactly what is sent`, onClick });
}

function sendButton(
  { isRunning, maySend, sendWith }: BarState,
  onClick: (event: MouseEvent) => void,
): TemplateResult {
  const label = isRunning ? 'Stop' : 'Send';
  const key = sendWith === 'ctrlEnter' ? 'Ctrl+Enter' : 'Enter';
  return html`<button
    class="icon-button send-button"
    type="button"
    aria-label=${label}
    title=${isRunning ? 'Stop (Escape)' : `Send (${key})`}
    ?disabled=${!maySend}
    @click=${onClick}
  >
    <span
      class="codicon ${isRunning ? 'codicon-debug-stop' : 'codicon-send'}"
      aria-hidden="true"
    ></span>
  </button>`;
}
