import { render } from 'lit';
import type { ContextItem, Turn } from '../../shared/conversation/conversation.ts';
import { actionButton } from '../dom/buttons.ts';
import { createMessageEditor, type Edited, type Edits } from './messageEditor.ts';
import { element, icon } from '../dom/element.ts';
import { createMessageFold, type Folds, menuContext } from './messageFold.ts';
import { versionSwitch } from './versions.ts';

/** The user's side of a turn. */
export interface UserMessageView {
  readonly node: HTMLElement;
  /** Shows which of the versions of the turn this is. */
  showVersions(versions: readonly Turn[]): void;
  /** Lets the user change the text in place; the context stays. */
  edit(): void;
}

/** A message that is longer than this shows its start. */
const long = { lines: 12, characters: 1500 };

/** What a message needs of the panel. */
interface UserMessageServices {
  /** Sends the text of the editor. */
  readonly onSend: (text: string) => void;
  readonly isSendKey: (event: KeyboardEvent) => boolean;
  readonly folds: Folds;
  readonly edits: Edits;
}

/**
 * What the user sent, as it was typed, and the code that went along, folded. It is open for editing
 * where the user has not ended that.
 */
export function createUserMessage(turn: Turn, services: UserMessageServices): UserMessageView {
  const { text, context } = turn.user;
  const versions = element('div', { class: 'version-switch' });
  const editButton = actionButton('editMessage', 'edit', 'Edit and send again');
  const words = element('div', { class: 'user-text', dir: 'auto' }, [text]);
  const body = element('div', {}, [words]);
  const attributes = {
    class: 'message user-message',
    'aria-label': 'You',
    'data-vscode-context': menuContext('message', turn.id),
  };
  const node = element('article', attributes, [
    header(editButton, versions),
    body,
    ...contextItems(context),
  ]);
  body.append(...foldIfLong(node, words, turn, services));
  return {
    node,
    showVersions: (all) => render(versionSwitch(turn, all), versions),
    edit: createEditing(body, editButton, turn, services),
  };
}

/** What the message of a turn is called among what is being changed. */
export function messageEditName({ id }: Turn): Edited {
  return `message ${id}`;
}

/** Gives what puts the editor in the place of `body`; it is there if the text was being changed. */
function createEditing(
  body: HTMLElement,
  editButton: HTMLElement,
  turn: Turn,
  { onSend, isSendKey, edits }: UserMessageServices,
): () => void {
  const { text } = turn.user;
  const name = messageEditName(turn);
  const edited = edits.read(name);
  const editor = createMessageEditor(edited ?? text, {
    onSend,
    isSendKey,
    onInput: (next) => edits.write(name, next),
    onLeave() {
      edits.write(name, undefined);
      editor.set(text);
      editor.node.replaceWith(body);
      editButton.focus();
    },
  });
  if (edited !== undefined) {
    body.replaceWith(editor.node);
  }
  return () => {
    body.replaceWith(editor.node);
    editor.focus();
  };
}

/** The button that shows the rest, where the text is long. */
function foldIfLong(
  article: HTMLElement,
  body: HTMLElement,
  { id, user: { text } }: Turn,
  { folds }: UserMessageServices,
): readonly HTMLElement[] {
  const lines = text.split('\n').length;
  if (lines <= long.lines && text.length <= long.characters) {
    return [];
  }
  const showAll = lines === 1 ? 'Show all' : `Show all ${lines} lines`;
  const name = `message ${id}`;
  return [createMessageFold({ article, body, name, folds, showAll, byDefault: true })];
}

function header(editButton: HTMLElement, versions: HTMLElement): HTMLElement {
  return element('header', { class: 'message-header' }, [
    element('span', { class: 'message-author' }, ['You']),
    element('div', { class: 'message-actions', role: 'group', 'aria-label': 'Message' }, [
      actionButton('copyMessage', 'copy', 'Copy as markdown'),
      editButton,
    ]),
    versions,
  ]);
}

function contextItems(context: readonly ContextItem[]): readonly HTMLElement[] {
  return context.length === 0
    ? []
    : [element('div', { class: 'context' }, context.map(contextItem))];
}

function contextItem({ path, startLine, endLine, languageId, text }: ContextItem): HTMLElement {
  const range = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  return element('details', { class: 'context-item' }, [
    element('summary', { class: 'chip', title: `${path}, ${languageId}, lines ${range}` }, [
      icon('file-code'),
      element('span', { class: 'chip-path' }, [path]),
      element('span', { class: 'chip-range' }, [range]),
    ]),
    element('pre', { dir: 'ltr' }, [element('code', {}, [text])]),
  ]);
}
