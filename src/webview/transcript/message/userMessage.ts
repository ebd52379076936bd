import * as l10n from '@vscode/l10n';
import { render } from 'lit';
import { contextTokens } from '../../../conversation/request/tokenEstimate.ts';
import type { ContextItem, Turn } from '../../../shared/conversation/conversation.ts';
import { actionButton } from '../../dom/buttons.ts';
import { chipContent, chipHint, chipTokens, contextName } from '../../dom/contextName.ts';
import { element, icon } from '../../dom/element.ts';
import { appendText } from '../../dom/textParts.ts';
import type { Pictures } from '../../images/pictures.ts';
import {
  menuContext,
  messageActions,
  messageAuthor,
  messageHeader,
  messageVersions,
  versionSwitch,
} from './messageHeader.ts';
import { createMessageEditor, type EditName, type Edits } from './messageEditor.ts';
import { createMessageFold, type Folds } from './messageFold.ts';
import { formatNumber } from '../../../shared/language.ts';

/** The user message of a turn on the page. */
interface UserMessageView {
  readonly node: HTMLElement;
  /** Shows which of the different messages of `versions` it is, with buttons for the others. */
  showVersions(versions: readonly Turn[]): void;
  /** Opens the editor in place of the text; the context items stay. */
  edit(): void;
}

interface UserMessageServices {
  /** Sends the text of the editor. */
  readonly onSend: (text: string) => void;
  readonly isSendKey: (event: KeyboardEvent) => boolean;
  readonly folds: Folds;
  readonly edits: Edits;
  readonly pictures: Pictures;
  /** Shows where a context item is from. */
  readonly openContext: (item: ContextItem) => void;
}

/**
 * Shows a user message as it was typed, with its context items folded. Opens the editor if there is an
 * unsent edit.
 */
export function createUserMessage(turn: Turn, services: UserMessageServices): UserMessageView {
  const { text, context, images } = turn.user;
  const versions = element('div', { class: 'version-switch' });
  const editButton = actionButton('editMessage', 'edit', l10n.t('Edit and Send'));
  const textNode = element('div', { class: 'user-text', dir: 'auto' });
  appendText(textNode, text);
  const body = element('div', {}, [textNode]);
  const attributes = {
    class: 'message user-message',
    'aria-label': l10n.t('You'),
    'data-vscode-context': menuContext('message', turn.id),
  };
  const node = element('article', attributes, [
    messageHeader({
      author: messageAuthor(l10n.t('You')),
      others: [
        versions,
        messageActions(l10n.t('Message'), [
          actionButton('copyMessage', 'copy', l10n.t('Copy')),
          editButton,
        ]),
      ],
    }),
    body,
    ...services.pictures(images),
    ...contextItems(context, services.openContext),
  ]);
  body.append(...foldIfLong(node, textNode, turn, services.folds));
  return {
    node,
    showVersions: (all) =>
      render(
        versionSwitch(turn, messageVersions(turn, all), l10n.t('Versions of this message')),
        versions,
      ),
    edit: createEditing(body, editButton, turn, services),
  };
}

/** The name of the edit of a turn's message. */
export function messageEditName({ id }: Turn): EditName {
  return `message ${id}`;
}

/** Gives the function that puts the editor in place of `body`. Does so at once if there is an edit. */
function createEditing(
  body: HTMLElement,
  editButton: HTMLElement,
  turn: Turn,
  { onSend, isSendKey, edits }: Pick<UserMessageServices, 'onSend' | 'isSendKey' | 'edits'>,
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

/** A message that is longer than this is folded. */
const long = { lines: 12, characters: 1500 };

/** The fold button, as an array of one; empty if the text is short. */
function foldIfLong(
  article: HTMLElement,
  body: HTMLElement,
  { id, user: { text } }: Turn,
  folds: Folds,
): readonly HTMLElement[] {
  const lines = text.split('\n').length;
  if (lines <= long.lines && text.length <= long.characters) {
    return [];
  }
  const showAll =
    lines === 1 ? l10n.t('Show All') : l10n.t('Show All {0} Lines', formatNumber(lines));
  const name = `message ${id}`;
  return [createMessageFold({ article, body, name, folds, showAll, byDefault: true })];
}

function contextItems(
  context: readonly ContextItem[],
  open: UserMessageServices['openContext'],
): readonly HTMLElement[] {
  const items = context.map((item) => contextItem(item, () => open(item)));
  return items.length === 0 ? [] : [element('div', { class: 'context' }, items)];
}

/** A chip that shows where an item is from, with the text of the item folded below it. */
function contextItem(item: ContextItem, open: () => void): HTMLElement {
  const tokens = contextTokens(item);
  const link = element(
    'button',
    { class: 'chip-link', type: 'button', title: chipHint(item, tokens) },
    chipContent(item),
  );
  link.addEventListener('click', open);
  const summary = element(
    'summary',
    { class: 'icon-button', 'aria-label': contextName(item), title: l10n.t('Show Text') },
    [icon('chevron-down')],
  );
  return element('div', { class: 'context-entry' }, [
    element('details', { class: 'context-item' }, [
      summary,
      element('pre', { dir: 'ltr' }, [element('code', {}, [item.text])]),
    ]),
    element('span', { class: 'chip' }, [link, ' ', chipTokens(tokens)]),
  ]);
}
