import '@vscode-elements/elements/dist/vscode-button/index.js';
import { isString } from '../../shared/guards.ts';
import { element } from '../dom/element.ts';
import { createKeptValues, type PanelState } from '../dom/panelState.ts';

/** A box in the place of a message that was sent. */
interface MessageEditor {
  readonly node: HTMLElement;
  set(text: string): void;
  /** Puts the cursor at the end of the text. */
  focus(): void;
}

/** What an editor of a message leads to. */
interface MessageEditorActions {
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

/** What can be changed in place: a message, by the id of its turn, or a conversation's system prompt. */
export type Edited = `message ${string}` | `system prompt ${string}`;

/** What is being changed in place and is neither saved nor sent. */
export interface Edits {
  read(name: Edited): string | undefined;
  /** Keeps `text`; `undefined` where it is saved or dropped. */
  write(name: Edited, text: string | undefined): void;
  /** What was kept under one name is kept under another one. */
  rename(from: Edited, to: Edited): void;
  /** A message with this text has become a turn: that of the change with one of these names, perhaps. */
  sent(text: string, names: readonly Edited[]): void;
}

/** Stores them in the state of the panel, but for those made while `isTemporary`. */
export function createEdits(state: PanelState, isTemporary: () => boolean): Edits {
  const kept = createKeptValues(state, { key: 'edits', isValue: isString, maxStored: 20 });
  const write: Edits['write'] = (name, text) => kept.write(name, text, !isTemporary());
  return {
    read: (name) => kept.read(name),
    write,
    rename(from, to) {
      const text = kept.read(from);
      if (text !== undefined && from !== to) {
        write(from, undefined);
        write(to, text);
      }
    },
    sent(text, names) {
      const sent = names.filter((name) => kept.read(name)?.trim() === text.trim());
      sent.forEach((name) => kept.write(name, undefined));
    },
  };
}
