import * as vscode from 'vscode';
import { shortened, visibleText } from '../../shared/visibleText.ts';
import { isObjectOf, isString, optional } from '../../shared/guards.ts';
import type { StoredConversation } from '../store/loadConversation.ts';
import { reopenProblem } from '../store/storeNotices.ts';
import type { OpenChats } from './openChats.ts';
import type { Panel } from './panel.ts';
import type { Chat } from '../chat/chat.ts';
import { isSafeId } from '../../shared/conversation/conversation.ts';

/** The view type, by which menus and restored tabs refer to the tabs. */
const viewType = 'parley.chatTab';

/** Longer titles would push other tabs out of view. */
const maxTitleLength = 39;

/** What the tabs use of the panels. */
interface TabPanels {
  /** Makes the panel of a new tab; `remove` is called when the tab is closed. */
  readonly add: (chat: Chat, reveal: () => Promise<void>) => Panel;
  readonly remove: (panel: Panel) => void;
  /** Called with how a stored chat was read and the panel that shows it. */
  readonly onStored: (stored: StoredConversation, panel: Panel) => void;
}

/** What the tabs are made with. */
interface TabServices {
  readonly chats: OpenChats;
  readonly extensionUri: vscode.Uri;
  readonly panels: TabPanels;
}

/** The state that the page stores. The page shows model output, so its state is not trusted. */
const isTabState = isObjectOf({ conversationId: optional(isString) });

/** The editor tabs with a chat. They are restored after a reload of the window. */
export class EditorTabs implements vscode.Disposable {
  readonly #services: TabServices;
  readonly #tabs = new Map<Panel, vscode.WebviewPanel>();
  readonly #subscriptions: vscode.Disposable;
  readonly #icon: vscode.WebviewPanel['iconPath'];

  constructor(services: TabServices) {
    this.#services = services;
    const { chats, extensionUri } = services;
    const icon = (name: string) => vscode.Uri.joinPath(extensionUri, 'media', name);
    this.#icon = { light: icon('tabLight.svg'), dark: icon('tabDark.svg') };
    this.#subscriptions = vscode.Disposable.from(
      chats.onDidChangeLabels(() => this.#showTitles()),
      chats.onDidChangeRunning(() => this.#showTitles()),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (tab, state: unknown) =>
          this.#restore(tab, isTabState(state) ? state.conversationId : undefined),
      }),
    );
  }

  /** A tab with this chat, if there is one. */
  find(chat: Chat): Panel | undefined {
    return [...this.#tabs.keys()].find((panel) => panel.chat === chat);
  }

  /** Opens a chat in another tab, to the side if the active tab shows the same chat. */
  open(chat: Chat): Panel {
    const isBeside = [...this.#tabs].some(([panel, tab]) => tab.active && panel.chat === chat);
    const column = isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const tab = vscode.window.createWebviewPanel(viewType, '', column);
    return this.#attach(tab, chat);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    // The tabs stay open: VS Code restores them if only the extension host restarts.
  }

  /** Shows the chat of a tab that VS Code has restored, or a new chat and why it could not be shown. */
  async #restore(tab: vscode.WebviewPanel, id: string | undefined): Promise<void> {
    const { chats, panels } = this.#services;
    const problem = await reopenProblem(
      async () =>
        id === undefined ||
        (isSafeId(id) &&
          (await chats.open(id, (chat, stored) => {
            const panel = this.#attach(tab, chat);
            if (stored !== undefined) {
              panels.onStored(stored, panel);
            }
          }))),
    );
    if (id === undefined || problem !== undefined) {
      const panel = this.#attach(tab, chats.begin());
      if (problem !== undefined) {
        panel.notice(problem);
      }
    }
  }

  #attach(tab: vscode.WebviewPanel, chat: Chat): Panel {
    const panel = this.#services.panels.add(chat, async () => tab.reveal());
    this.#tabs.set(panel, tab);
    tab.iconPath = this.#icon;
    panel.attach(tab, tab.onDidChangeViewState);
    const noteUse = () => tab.active && panel.used();
    tab.onDidChangeViewState(noteUse);
    panel.onDidChange((change) => change === 'chat' && this.#showTitles());
    tab.onDidDispose(() => {
      this.#tabs.delete(panel);
      this.#services.panels.remove(panel);
    });
    this.#showTitles();
    noteUse();
    return panel;
  }

  #showTitles(): void {
    for (const [panel, tab] of this.#tabs) {
      const given = this.#services.chats.titleOf(panel.chat);
      const title = given === undefined ? vscode.l10n.t('New Chat') : visibleText(given);
      tab.title = shortened(title, maxTitleLength);
    }
  }
}
