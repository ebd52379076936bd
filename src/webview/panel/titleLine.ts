import * as l10n from '@vscode/l10n';
import { conversationTitle } from '../../conversation/labels.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { ChatHeading } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { openContextMenu } from '../dom/contextMenu.ts';
import { element, icon } from '../dom/element.ts';
import { isMac } from '../dom/isMac.ts';

/** The line with the title of the chat at the top of the panel. The title opens the list of chats. */
export interface TitleLine {
  /** Shows the title; hides the line without a heading, and while the chat has no title. */
  show(conversation: Conversation, heading: ChatHeading | undefined): void;
}

/** Builds the line. It is put into `root`, above the transcript, while it is shown. */
export function createTitleLine(root: HTMLElement, post: (intent: ViewToHost) => void): TitleLine {
  const text = element('span', { class: 'title-text' });
  const title = element('button', { class: 'text-button', type: 'button' }, [
    text,
    icon('chevron-down'),
  ]);
  title.ariaHasPopup = 'listbox';
  title.addEventListener('click', () => post({ kind: 'showHistory' }));
  const more = element('button', { class: 'icon-button', type: 'button' }, [icon('ellipsis')]);
  more.title = l10n.t('More Actions…');
  more.ariaLabel = more.title;
  more.ariaHasPopup = 'menu';
  more.addEventListener('click', ({ detail }) => openContextMenu(more, detail === 0));
  const node = element('header', { class: 'title-line' }, [title, more]);
  node.addEventListener('keydown', (event) => {
    const kind = more.hidden ? undefined : commandOf(event);
    if (kind !== undefined) {
      event.preventDefault();
      post({ kind });
    }
  });
  return {
    show({ turns, isTemporary = false }, heading) {
      // The end of a long chat comes first, without the message that the title is made of.
      const first = turns[0]?.parentId === undefined ? turns[0] : undefined;
      const words = heading && (heading.title ?? conversationTitle(first?.user));
      if (words === undefined) {
        node.remove();
        return;
      }
      if (!node.isConnected) {
        root.querySelector('.view')?.before(node);
      }
      const shown = visibleText(words);
      text.textContent = shown;
      title.title = `${shown}\n${l10n.t('Show Chats')}`;
      // There is nothing to rename or delete before the chat is saved.
      more.hidden = isTemporary;
      node.dataset['vscodeContext'] = JSON.stringify({
        preventDefaultContextMenuItems: true,
        parleySection: isTemporary ? 'temporary' : 'title',
      });
    },
  };
}

/** The command of a key that the menu shows. VS Code itself runs these only in the list of chats. */
function commandOf({
  key,
  metaKey,
  ctrlKey,
  altKey,
  shiftKey,
}: KeyboardEvent): 'chats.rename' | 'chats.remove' | undefined {
  if (ctrlKey || altKey || shiftKey) {
    return undefined;
  }
  if (key === 'F2') {
    return metaKey ? undefined : 'chats.rename';
  }
  const isRemove = isMac ? metaKey && key === 'Backspace' : !metaKey && key === 'Delete';
  return isRemove ? 'chats.remove' : undefined;
}
