import '@vscode-elements/elements/dist/vscode-button/index.js';
import { element } from './element.ts';

/** A box in the place of a message that was sent. */
export interface MessageEditor {
  readonly node: HTMLElement;
  set(text: string): void;
  /** Puts the cursor at the end of the text. */
  focus(): void;
}

/** What an editor of a message leads to. */
export interface MessageEditorActions {
  /** Sends the text, which is not blank. */
  readonly onSend: (text: string) => void;
  readonly onInput: (text: string) => void;
  readonly isSendKey: (event: KeyboardEvent) => boolean;
  /** The user has left with Escape or Cancel. */
  readonly onLeave: () => void;
}

const boxAttributes = { class: 'composer-text', dir: 'auto', 'aria-label': 'Edit message' };

/** Begins with `text`. */
export function createMessageEditor(text: string, actions: MessageEditorActions): MessageEditor {
  const box = element('textarea', boxAttributes);
  const send = element('vscode-button', {}, ['Send']);
  const cancel = element('vscode-button', { secondary: '' }, ['Cancel']);
  const onSend = (): void => {
    if (box.value.trim() !== '') {
      actions.onSend(box.value);
    }
  };
  box.value = text;
  send.addEventListener('click', onSend);
  cancel.addEventListener('click', () => actions.onLeave());
  box.addEventListener('input', () => actions.onInput(box.value));
  const node = element('div', { class: 'message-editor' }, [
    element('div', { class: 'composer' }, [box]),
    element('div', { class: 'button-row' }, [send, cancel]),
  ]);
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      actions.onLeave();
    } else if (event.target === box && actions.isSendKey(event)) {
      event.preventDefault();
      onSend();
    }
  });
  return {
    node,
    set: (next) => void (box.value = next),
    focus() {
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    },
  };
}
