import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import { iconButton } from './iconButton.ts';

/** What goes before every message, and where it comes from. */
interface SystemPromptState {
  readonly connection?: string | undefined;
  /** The conversation's own, which goes before the connection's; an empty one is none. */
  readonly own?: string | undefined;
  /** Whether there is room to offer one where there is none. */
  readonly isEmpty: boolean;
}

/** The system prompt at the top of the conversation. */
export interface SystemPromptView {
  show(state: SystemPromptState): void;
  /** Lets the user write one for this conversation. */
  edit(): void;
}

/** Shows it in `node` as one quiet line that opens to the whole, and lets the user change it there. */
export function createSystemPromptView(
  node: HTMLElement,
  post: (intent: ViewToHost) => void,
  onLeave: () => void,
): SystemPromptView {
  let state: SystemPromptState = { isEmpty: false };
  let isEdited = false;
  const leave = (intent?: ViewToHost): void => {
    isEdited = false;
    if (intent !== undefined) {
      post(intent);
    }
    draw();
    onLeave();
  };
  const edit = (): void => {
    isEdited = true;
    draw();
    node.querySelector('textarea')?.focus();
  };
  const draw = (): void => {
    render(isEdited ? editor(state, leave) : line(state, edit), node);
  };
  return {
    edit,
    show(next) {
      state = next;
      if (!isEdited) {
        draw();
      }
    },
  };
}

function line(
  { own, connection, isEmpty }: SystemPromptState,
  edit: () => void,
): TemplateResult | typeof nothing {
  const text = own ?? connection ?? '';
  if (text === '') {
    return isEmpty || own !== undefined
      ? html`<div class="system-prompt">
          <button class="text-button" type="button" @click=${edit}>
            <span>${own === undefined ? 'Set a system prompt…' : 'No system prompt here'}</span>
          </button>
        </div>`
      : nothing;
  }
  const source = own === undefined ? 'to this connection' : 'of this conversation';
  return html`<div class="system-prompt with-edit">
    <details>
      <summary title="The first message of every request ${source}">
        <span class="system-prompt-name">System prompt</span>
        <span class="system-prompt-start" dir="auto">${text}</span>
      </summary>
      <p class="system-prompt-text" dir="auto">${text}</p>
    </details>
    ${iconButton({
      icon: 'edit',
      label: 'Edit the system prompt of this conversation',
      onClick: edit,
    })}
  </div>`;
}

function editor(
  { own, connection }: SystemPromptState,
  leave: (intent?: ViewToHost) => void,
): TemplateResult {
  const save = ({ currentTarget }: Event): void => {
    const form = currentTarget instanceof Element ? currentTarget.closest('form') : null;
    const text = form?.querySelector('textarea')?.value.trim() ?? '';
    leave({ kind: 'setSystemPrompt', text });
  };
  return html`<form
    class="system-prompt message-editor"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) {
        event.stopPropagation();
        leave();
      }
    }}
  >
    <div class="composer">
      <textarea
        class="composer-text"
        dir="auto"
        aria-label="System prompt of this conversation"
        placeholder="Sent before the first message; empty for none"
        .value=${own ?? connection ?? ''}
      ></textarea>
    </div>
    <div class="button-row">
      <vscode-button @click=${save}>Save</vscode-button>
      ${
        own === undefined
          ? nothing
          : html`<vscode-button secondary @click=${() => leave({ kind: 'setSystemPrompt' })}
              >${connection ? 'Use the connection’s' : 'Clear'}</vscode-button
            >`
      }
      <vscode-button secondary @click=${() => leave()}>Cancel</vscode-button>
    </div>
  </form>`;
}
