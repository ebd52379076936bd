import * as vscode from 'vscode';
import type { HostToView } from '../../shared/panel/panelProtocol.ts';
import type { ChatHeading, PanelNotice, TokenColor } from '../../shared/panel/panelState.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { EditorTabs } from './editorTabs.ts';
import type { StoredConversation } from '../store/loadConversation.ts';
import { goneText, type StoreNotices } from '../store/storeNotices.ts';
import type { OpenChats } from './openChats.ts';
import { Panel, type PanelServices } from './panel.ts';
import { labelText } from '../base/safeText.ts';
import type { Chat } from '../chat/chat.ts';
import { openSideBar } from './sideBar.ts';

/** Where a chat is opened: in the active panel, or in an editor tab. */
type OpenWhere = 'panel' | 'editor';

/** What the panels show. */
interface PanelsServices {
  readonly chats: OpenChats;
  readonly panel: Pick<PanelServices, 'settings' | 'onIntent'>;
  readonly notices: Pick<StoreNotices, 'standing' | 'opened'>;
}

/** How long a notice stays in the status bar, in milliseconds. */
const noticeMs = 8000;

/** What there is once the panels have begun. */
interface Begun extends Pick<PanelsServices, 'chats' | 'notices'> {
  readonly tabs: EditorTabs;
  readonly sideBar: Panel;
  readonly subscription: vscode.Disposable;
}

/**
 * The panels of this window: one in the side bar, and one in each editor tab with a chat. Chats and what they use say
 * things in the panels, so these are made first. There is none before `begin`.
 */
export class Panels implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  #begun: Begun | undefined;
  readonly #activeChanged = new vscode.EventEmitter<void>();
  /** All panels, the last used first. */
  #panels: readonly Panel[] = [];
  #active: Chat | undefined;
  /** What the context key of the keybindings says. */
  #hasFocus = false;
  /** Undefined until the colours of code are known. */
  #tokenColors: HostToView | undefined;

  /** After the chat that commands act on has changed. */
  readonly onDidChangeActive = this.#activeChanged.event;

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /** Makes the panel of the side bar, with a new chat. To be called once. */
  begin(services: PanelsServices): void {
    const { chats, panel } = services;
    const extensionUri = this.#extensionUri;
    const ofEach = { ...panel, extensionUri, opening: () => this.#opening() };
    const sideBar = new Panel(
      {
        ...ofEach,
        settings: (chat) => ({ ...panel.settings(chat), heading: heading(chat, chats) }),
      },
      chats.begin(),
      openSideBar,
    );
    const tabs = new EditorTabs({
      chats,
      extensionUri,
      panels: {
        add: (chat, reveal) => this.#add(new Panel(ofEach, chat, reveal)),
        remove: (removed) => this.#remove(removed),
        onStored: (stored, opened) => this.#onStored(stored, opened),
      },
    });
    const subscription = vscode.Disposable.from(
      tabs,
      chats.onDidChangeRunning(() => this.#tidy()),
      chats.onDidChangeLabels(() => sideBar.settingsChanged()),
    );
    this.#begun = { ...services, tabs, sideBar, subscription };
    this.#add(sideBar);
  }

  get #parts(): Begun {
    if (this.#begun === undefined) {
      throw new Error('The panels have not begun.');
    }
    return this.#begun;
  }

  get sideBar(): Panel {
    return this.#parts.sideBar;
  }

  /** The panel that commands act on: the last used of the visible ones, or of all if none is visible. */
  get active(): Panel {
    return this.#panels.find(({ isShown }) => isShown) ?? this.#panels[0] ?? this.sideBar;
  }

  /** Whether any panel is visible. */
  get isShown(): boolean {
    return this.#panels.some(({ isShown }) => isShown);
  }

  /** Whether a visible panel shows this conversation. */
  shows(id: string): boolean {
    return this.#panels.some(({ isShown, chat }) => isShown && chat.session.conversation.id === id);
  }

  /** Shows a new chat in the active panel. A reply that runs in the one before keeps running. */
  newChat({ isTemporary = false } = {}): Chat {
    const chat = isTemporary ? this.#parts.chats.beginTemporary() : this.beginChat();
    this.active.show(chat);
    return chat;
  }

  /** Shows a new chat that begins with the turns of another one in the active panel. */
  async continueChat(conversation: Conversation): Promise<void> {
    const panel = this.active;
    panel.show(this.#parts.chats.beginWith(conversation));
    await panel.reveal();
  }

  /** Opens a stored chat. Throws an error for the user if it does not exist or cannot be read. */
  async openConversation(id: string, where: OpenWhere): Promise<void> {
    let panel: Panel | undefined;
    let previewed: Panel | undefined;
    const preview = (end: Chat): void => {
      previewed = this.active;
      previewed.preview(end);
      // Not again when all of the chat is read: the user may have moved on to something else by then.
      void previewed.reveal();
    };
    const show = (chat: Chat, stored: StoredConversation | undefined): void => {
      panel =
        where === 'panel'
          ? (this.#panels.find((one) => one === previewed) ?? this.active)
          : (this.#parts.tabs.find(chat) ?? this.#parts.tabs.open(chat));
      this.#show(panel, chat, stored);
    };
    const isThere = await this.#parts.chats
      .open(id, show, where === 'panel' ? preview : undefined)
      .finally(() => previewed?.endPreview());
    if (!isThere) {
      throw new Error(goneText());
    }
    if (previewed === undefined) {
      await panel?.reveal();
    }
  }

  /** Opens a new chat, which the caller must show at once. */
  beginChat(): Chat {
    return this.#parts.chats.begin();
  }

  /** Stops all running replies, also of chats that are not shown. */
  stopAll(): void {
    this.#parts.chats.running.forEach(({ session }) => session.stop());
  }

  /** Opens a chat in another editor tab. */
  openTab(chat: Chat): void {
    this.#parts.tabs.open(chat);
  }

  /** Shows a new chat in every panel that shows this conversation. */
  leave(id: string): void {
    for (const panel of this.#panels.filter(({ chat }) => chat.session.conversation.id === id)) {
      panel.show(this.#parts.chats.begin());
    }
  }

  /**
   * Shows a stored chat in the side bar, unless the chat there has a message by now. False if there is no such
   * chat. Throws what the file system throws.
   */
  async restoreSideBar(id: string): Promise<boolean> {
    const { sideBar } = this;
    const isFree = (): boolean => sideBar.chat.session.conversation.turns.length === 0;
    return this.#parts.chats
      .open(
        id,
        (chat, stored) => isFree() && this.#show(sideBar, chat, stored),
        (end) => isFree() && sideBar.preview(end),
      )
      .finally(() => sideBar.endPreview());
  }

  /** Posts the current settings to every visible panel. */
  settingsChanged(): void {
    this.#panels.forEach((panel) => panel.settingsChanged());
  }

  /** Sets the colours of code, for panels that are opened later as well. */
  tokenColorsChanged(colors: readonly TokenColor[] | undefined): void {
    const message: HostToView = { kind: 'tokenColors', colors };
    this.#tokenColors = message;
    this.#panels.forEach((panel) => panel.tokenColorsChanged(message));
  }

  /** Shows a notice in the visible panels, of one chat or all. If there is none, in the status bar. */
  notice(notice: PanelNotice, chat?: Chat): void {
    const panels = this.#panels.filter(
      (panel) => panel.isShown && (chat === undefined || panel.chat === chat),
    );
    panels.forEach((panel) => panel.notice(notice));
    if (panels.length === 0) {
      vscode.window.setStatusBarMessage(labelText(notice.text), noticeMs);
    }
  }

  dispose(): void {
    this.#begun?.subscription.dispose();
    this.#panels.forEach((panel) => panel.dispose());
    this.#activeChanged.dispose();
  }

  #add(panel: Panel): Panel {
    this.#panels = [...this.#panels, panel];
    panel.onDidChange((change) => {
      if (change === 'focus') {
        this.#panels = [panel, ...this.#panels.filter((other) => other !== panel)];
      }
      this.#changed();
    });
    this.#changed();
    return panel;
  }

  #remove(panel: Panel): void {
    this.#panels = this.#panels.filter((other) => other !== panel);
    panel.dispose();
    this.#changed();
  }

  #show(panel: Panel, chat: Chat, stored: StoredConversation | undefined): void {
    if (panel.chat !== chat) {
      panel.show(chat);
    }
    if (stored !== undefined) {
      this.#onStored(stored, panel);
    }
  }

  /** Shows in a panel what could not be read of its chat. */
  #onStored(stored: StoredConversation, panel: Panel): void {
    this.#parts.notices.opened(stored, (notice) => panel.notice(notice));
  }

  #opening(): readonly HostToView[] {
    const notice = this.#parts.notices.standing();
    return [
      ...(this.#tokenColors === undefined ? [] : [this.#tokenColors]),
      ...(notice === undefined ? [] : [{ kind: 'notice', notice } as const]),
    ];
  }

  #changed(): void {
    const { chat } = this.active;
    if (chat !== this.#active) {
      this.#active = chat;
      this.#activeChanged.fire();
    }
    const hasFocus = this.#panels.some((panel) => panel.hasFocus);
    if (hasFocus !== this.#hasFocus) {
      this.#hasFocus = hasFocus;
      void vscode.commands.executeCommand('setContext', 'parley.hasFocus', hasFocus);
    }
    this.#tidy();
  }

  #tidy(): void {
    const shown = new Set(this.#panels.map(({ chat }) => chat));
    this.#parts.chats.tidy((chat) => shown.has(chat));
  }
}

/** What the side bar shows above a chat; no title above the end of a chat that is still being read. */
function heading(chat: Chat, chats: Pick<OpenChats, 'has' | 'titleOf'>): ChatHeading {
  return { title: chats.has(chat.session.conversation.id) ? chats.titleOf(chat) : undefined };
}
