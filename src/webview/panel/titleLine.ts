import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { conversationTitle } from '../../conversation/titleAndTags.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { ChatHeading } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { openContextMenu, textButton } from '../dom/buttons.ts';
import { element, icon } from '../dom/element.ts';
import { isMac } from '../dom/keyboard.ts';

/** What stands above the transcript: that the chat is temporary, and its title, which opens the list of chats. */
export interface TitleLine {
  /** Shows the title, unless there is no heading or the chat has no title yet. */
  show(conversation: Conversation, heading: ChatHeading | undefined): void;
}

/** It is at the top of `root` while there is something to show. */
export function createTitleLine(root: HTMLElement, post: (intent: ViewToHost) => void): TitleLine {
  const node = element('header');
  return {
    show({ turns, isTemporary = false }, heading) {
      // The end of a long chat comes first, without the message that the title is made of.
      const first = turns[0]?.parentId === undefined ? turns[0] : undefined;
      const words = heading && (heading.title ?? conversationTitle(first?.user));
      node.classList.toggle(
        'has-question',
        words !== undefined && words === conversationTitle(first?.user),
      );
      render(
        [
          isTemporary ? temporaryLine(post) : nothing,
          words === undefined ? nothing : titleLine(visibleText(words), isTemporary, post),
        ],
        node,
      );
      if (words === undefined && !isTemporary) {
        node.remove();
      } else if (!node.isConnected) {
        root.prepend(node);
      }
    },
  };
}

function temporaryLine(post: (intent: ViewToHost) => void): TemplateResult {
  return html`<div class="temporary-line">
    ${icon('eye-closed')}
    <span class="temporary-text">${l10n.t('Temporary chat: not saved.')}</span>
    ${textButton(l10n.t('Save'), () => post({ kind: 'keepChat' }))}
  </div>`;
}

function titleLine(
  title: string,
  isTemporary: boolean,
  post: (intent: ViewToHost) => void,
): TemplateResult {
  const context = JSON.stringify({
    preventDefaultContextMenuItems: true,
    parleySection: isTemporary ? 'temporary' : 'title',
  });
  const press = (event: KeyboardEvent): void => {
    const kind = commandOf(event);
    // There is nothing to rename or delete before the chat is saved.
    if (kind !== undefined && !isTemporary) {
      event.preventDefault();
      post({ kind });
    }
  };
  return html`<div class="title-line" data-vscode-context=${context} @keydown=${press}>
    <button
      class="text-button"
      type="button"
      aria-haspopup="listbox"
      title=${`${title}\n${l10n.t('Show Chats')}`}
      @click=${() => post({ kind: 'showHistory' })}
    >
      <span class="title-text">${title}</span>${icon('chevron-down')}
    </button>
    <button
      class="icon-button"
      type="button"
      aria-haspopup="menu"
      title=${l10n.t('More Actions…')}
      aria-label=${l10n.t('More Actions…')}
      @click=${openMenu}
    >
      ${icon('ellipsis')}
    </button>
  </div>`;
}

function openMenu({ currentTarget, detail }: MouseEvent): void {
  if (currentTarget instanceof HTMLElement) {
    openContextMenu(currentTarget, detail === 0);
  }
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
