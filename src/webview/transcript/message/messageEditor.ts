import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { isString } from '../../../shared/guards.ts';
import { element } from '../../dom/element.ts';
import { createKeptValues, type PanelState } from '../../dom/keptState.ts';

/** A text box that replaces a sent message while the user edits it. */
interface MessageEditor {
  readonly node: HTMLElement;
  /** Replaces the text. */
  set(text: string): void;
  /** Puts the cursor at the end of the text. */
  focus(): void;
}

interface MessageEditorActions {
  /** Sends the text, which is not blank. */
  readonly onSend: (text: string) => void;
  readonly onInput: (text: string) => void;
  readonly isSendKey: (event: KeyboardEvent) => boolean;
  /** The user has pressed Escape or Cancel. */
  readonly onLeave: () => void;
}

/** Builds an editor that contains `text`. */
export function createMessageEditor(text: string, actions: MessageEditorActions): MessageEditor {
  const label = l10n.t('Edit Message');
  const box = element('textarea', { class: 'composer-text', dir: 'auto', 'aria-label': label });
  const send = element('vscode-button', {}, [l10n.t('Send')]);
  const cancel = element('vscode-button', { secondary: '' }, [l10n.t('Cancel')]);
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

/** Names an edit: of a message, by the id of its turn, or of the system prompt of a conversation. */
export type EditName = `message ${string}` | `system prompt ${string}`;

/** Texts that the user is editing in place and has neither sent nor saved. */
export interface Edits {
  read(name: EditName): string | undefined;
  /** Keeps `text`; `undefined` drops the edit. */
  write(name: EditName, text: string | undefined): void;
  /** Moves an edit to another name. */
  rename(from: EditName, to: EditName): void;
  /** Drops those of the named edits whose text is `text`, because it has been sent. */
  dropSent(text: string, names: readonly EditName[]): void;
}

/** Keeps edits in the panel's state. Those made while `isTemporary` are not stored. */
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
    dropSent(text, names) {
      const sent = names.filter((name) => kept.read(name)?.trim() === text.trim());
      sent.forEach((name) => kept.write(name, undefined));
    },
  };
}
