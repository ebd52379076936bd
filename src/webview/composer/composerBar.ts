import { html, type TemplateResult } from 'lit';
import type { PanelTarget, SendWith, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { contextMeter } from './contextMeter.ts';
import { iconButton } from '../dom/buttons.ts';

/** What the bar shows of the composer's state. */
export interface BarState {
  readonly target: PanelTarget | undefined;
  /** What is set of the parameters, a line each. */
  readonly parameters: readonly string[];
  /** About how many tokens the next request has. */
  readonly tokens: number;
  readonly isRunning: boolean;
  readonly maySend: boolean;
  readonly sendWith: SendWith | undefined;
}

/** What the buttons of the bar do. */
export interface BarActions {
  readonly post: (intent: ViewToHost) => void;
  readonly preview: () => void;
  /** Sends, or stops what is running. */
  readonly press: (event: MouseEvent) => void;
  readonly parametersPopover: HTMLElement;
}

/** The bar under the box: model, parameters, preview of the request, Send or Stop. */
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

/** Opens the box in which parameters are set, from the bar inside `panel`. */
export function openParameters(panel: ParentNode): void {
  const button = panel.querySelector<HTMLElement>('.parameters-button');
  // It gets the focus back when the box is closed, also where nothing in the panel had it.
  button?.focus();
  button?.click();
}

/** Closes it: what it shows is of one conversation. */
export function closeParameters(panel: ParentNode): void {
  panel.querySelector<HTMLElement>('.parameters')?.hidePopover();
}

function previewButton(onClick: () => void): TemplateResult {
  const label = 'Show the next request';
  return iconButton({ icon: 'eye', label, title: `${label}: exactly what is sent`, onClick });
}

function sendButton(
  { isRunning: running, maySend: enabled, sendWith }: BarState,
  onClick: (event: MouseEvent) => void,
): TemplateResult {
  const label = running ? 'Stop' : 'Send';
  const key = sendWith === 'ctrlEnter' ? 'Ctrl+Enter' : 'Enter';
  return html`<button
    class="icon-button send-button"
    type="button"
    aria-label=${label}
    title=${running ? 'Stop (Escape)' : `Send (${key})`}
    ?disabled=${!enabled}
    @click=${onClick}
  >
    <span
      class="codicon ${running ? 'codicon-debug-stop' : 'codicon-send'}"
      aria-hidden="true"
    ></span>
  </button>`;
}
