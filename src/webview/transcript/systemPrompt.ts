import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, render, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { emptyConversation, needsStoring } from '../../conversation/conversation.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { Edited, Edits } from './messageEditor.ts';
import { iconButton } from '../dom/buttons.ts';
import { isSendKey } from '../dom/sendKey.ts';
import { typed } from '../dom/element.ts';

/** What goes before every message, and where it comes from. */
interface SystemPromptState {
  /** Its own one goes before the connection's; an empty one is none. */
  readonly conversation: Conversation;
  readonly connection?: string | undefined;
  /** Whether there is room to offer one where there is none. */
  readonly isEmpty: boolean;
}

/** The system prompt at the top of the conversation. */
export interface SystemPromptView {
  show(state: SystemPromptState): void;
  /** Lets the user write one for this conversation. */
  edit(): void;
}

/** What the system prompt needs of the panel. */
interface SystemPromptServices {
  readonly post: (intent: ViewToHost) => void;
  readonly edits: Edits;
  readonly onLeave: () => void;
}

/**
 * Shows it in `node` as one quiet line that opens to the whole, and lets the user change it there.
 * What is not saved stays with its conversation while another one is shown.
 */
export function createSystemPromptView(
  node: HTMLElement,
  { post, edits, onLeave }: SystemPromptServices,
): SystemPromptView {
  let state: SystemPromptState = { conversation: emptyConversation('', 0), isEmpty: false };
  let isEdited = false;
  const name = () => editName(state.conversation);
  const actions: EditorActions = {
    onInput: (text) => edits.write(name(), text),
    leave(...intents) {
      isEdited = false;
      edits.write(name(), undefined);
      intents.forEach((intent) => post(intent));
      draw();
      onLeave();
    },
  };
  const edit = (): void => {
    isEdited = true;
    draw();
    node.querySelector('textarea')?.focus();
  };
  const draw = (): void => {
    const shown = isEdited ? editor(state, edits.read(name()), actions) : line(state, edit);
    render(keyed(state.conversation.id, shown), node);
  };
  return {
    edit,
    show(next) {
      const isOther = next.conversation.id !== state.conversation.id;
      edits.rename(name(), isOther ? name() : editName(next.conversation));
      state = next;
      isEdited = isOther ? edits.read(name()) !== undefined : isEdited;
      if (isOther || !isEdited) {
        draw();
      }
    },
  };
}

/** A chat that is not begun is gone when another one is shown: the next new one takes what was written. */
function editName(conversation: Conversation): Edited {
  const isNew = !needsStoring(conversation) && conversation.isTemporary !== true;
  return `system prompt ${isNew ? 'of a new chat' : conversation.id}`;
}

function line(
  { conversation: { systemPrompt: own }, connection, isEmpty }: SystemPromptState,
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

interface EditorActions {
  readonly onInput: (text: string) => void;
  /** Closes the editor and posts what was chosen. */
  readonly leave: (...intents: readonly ViewToHost[]) => void;
}

function editor(
  { conversation: { systemPrompt: own }, connection }: SystemPromptState,
  edited: string | undefined,
  { onInput, leave }: EditorActions,
): TemplateResult {
  const save = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest('form') : null;
    const text = form?.querySelector('textarea')?.value.trim() ?? '';
    leave({ kind: 'setSystemPrompt', text });
  };
  return html`<form
    class="system-prompt message-editor"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) {
        event.stopPropagation();
        leave();
      } else if (isSendKey(event, 'ctrlEnter')) {
        event.preventDefault();
        save(event);
      }
    }}
  >
    <p class="system-prompt-name">System prompt of this conversation</p>
    <div class="composer">
      <textarea
        class="composer-text"
        dir="auto"
        aria-label="System prompt of this conversation"
        placeholder="Sent before the first message; empty for none"
        .value=${edited ?? own ?? connection ?? ''}
        @input=${(event: Event) => onInput(typed(event))}
      ></textarea>
    </div>
    <div class="button-row">
      <vscode-button title="Save (Ctrl+Enter)" @click=${save}>Save</vscode-button>
      ${own === undefined ? nothing : dropButton(connection ? 'Use the connection’s' : 'Clear', leave)}
      <vscode-button secondary @click=${() => leave()}>Cancel</vscode-button>
    </div>
  </form>`;
}

function dropButton(label: string, leave: EditorActions['leave']): TemplateResult {
  const drop = (): void => leave({ kind: 'setSystemPrompt' });
  return html`<vscode-button secondary @click=${drop}>${label}</vscode-button>`;
}
