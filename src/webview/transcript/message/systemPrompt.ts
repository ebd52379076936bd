import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { emptyConversation, needsStoring } from '../../../conversation/conversationState.ts';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../../shared/panel/panelProtocol.ts';
import { iconButton, textButton } from '../../dom/buttons.ts';
import { typedText } from '../../dom/element.ts';
import { isSendKey } from '../../dom/keyboard.ts';
import type { EditName, Edits } from './messageEditor.ts';

import '@vscode-elements/elements/dist/vscode-button/index.js';

interface SystemPromptState {
  /** Its own system prompt overrides that of the connection; an empty one means that none is sent. */
  readonly conversation: Conversation;
  /** The system prompt of the connection. */
  readonly connection?: string | undefined;
}

/** The system prompt at the top of the conversation. */
export interface SystemPromptView {
  show(state: SystemPromptState): void;
  /** Opens the editor of the conversation's own system prompt. */
  edit(): void;
}

interface SystemPromptServices {
  readonly post: (intent: ViewToHost) => void;
  readonly edits: Edits;
  /** The editor was closed. */
  readonly onLeave: () => void;
}

/**
 * Shows the system prompt in `node` as one line that opens to the whole text and can be edited in
 * place. An edit that is not saved stays with its conversation while another one is shown.
 */
export function createSystemPromptView(
  node: HTMLElement,
  { post, edits, onLeave }: SystemPromptServices,
): SystemPromptView {
  let state: SystemPromptState = { conversation: emptyConversation('', 0) };
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

/**
 * The name of the edit of a conversation's system prompt. A new chat is dropped when another one is
 * shown, so all new chats share one name: the next one takes over the edit.
 */
function editName(conversation: Conversation): EditName {
  const isNew = !needsStoring(conversation) && conversation.isTemporary !== true;
  return `system prompt ${isNew ? 'of a new chat' : conversation.id}`;
}

function line(
  { conversation: { systemPrompt: own }, connection }: SystemPromptState,
  edit: () => void,
): TemplateResult | typeof nothing {
  const text = own ?? connection ?? '';
  if (text === '') {
    return own === undefined
      ? nothing
      : html`<div class="system-prompt">
          ${textButton(l10n.t('No system prompt in this chat'), edit)}
        </div>`;
  }
  const hint =
    own === undefined
      ? l10n.t('Sent first in every request to this connection')
      : l10n.t('Sent first in every request of this chat');
  return html`<div class="system-prompt with-edit">
    <details>
      <summary title=${hint}>
        <span class="system-prompt-name">${l10n.t('System prompt')}</span>
        <span class="system-prompt-start" dir="auto">${text}</span>
      </summary>
      <p class="system-prompt-text" dir="auto">${text}</p>
    </details>
    ${iconButton({
      icon: 'edit',
      label: l10n.t('Edit System Prompt of This Chat'),
      onClick: edit,
    })}
  </div>`;
}

interface EditorActions {
  readonly onInput: (text: string) => void;
  /** Closes the editor, drops the edit and posts `intents`. */
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
  const label = l10n.t('System prompt');
  const dropLabel = connection ? l10n.t('Use Connection Default') : l10n.t('Clear');
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
    <p class="system-prompt-name">${label}</p>
    <div class="composer">
      <textarea
        class="composer-text"
        dir="auto"
        aria-label=${label}
        placeholder=${l10n.t('Sent before the first message. Leave empty to send none.')}
        .value=${edited ?? own ?? connection ?? ''}
        @input=${(event: Event) => onInput(typedText(event))}
      ></textarea>
    </div>
    <div class="button-row">
      <vscode-button title=${l10n.t('{0} ({1})', l10n.t('Save'), 'Ctrl+Enter')} @click=${save}
        >${l10n.t('Save')}</vscode-button
      >
      ${own === undefined ? nothing : dropButton(dropLabel, leave)}
      <vscode-button secondary @click=${() => leave()}>${l10n.t('Cancel')}</vscode-button>
    </div>
  </form>`;
}

function dropButton(label: string, leave: EditorActions['leave']): TemplateResult {
  const drop = (): void => leave({ kind: 'setSystemPrompt' });
  return html`<vscode-button secondary @click=${drop}>${label}</vscode-button>`;
}
