import * as vscode from 'vscode';
import {
  isViewToHost,
  type HostToView,
  type PanelNotice,
  type PanelSettings,
  type ViewToHost,
} from '../../shared/panel/panelProtocol.ts';
import { showPanelPage } from '../base/webviewPage.ts';
import { PanelChannel } from './panelChannel.ts';
import type { Chat } from './commands.ts';

/** What every panel needs of the rest. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly settings: (chat: Chat) => PanelSettings;
  /** How code is coloured; missing until somebody says so. */
  readonly tokenColors: () => HostToView | undefined;
  /** What every panel that is opened is to be told. */
  readonly standing: () => PanelNotice | undefined;
  /** Carries out what the user wants in a panel; `ready` and `focused` never get here. */
  readonly onIntent: (intent: ViewToHost, panel: Panel) => void;
}

/** A webview in the side bar or in an editor tab. */
type Surface = Pick<vscode.WebviewView, 'webview' | 'visible' | 'onDidDispose'>;

/** A panel: a place with a chat, which it shows in whatever webviews VS Code gives to the place. */
export class Panel implements vscode.Disposable {
  /** Shows the panel and puts the focus into it. */
  readonly reveal: () => Promise<void>;
  readonly #services: PanelServices;
  readonly #views = new Map<Surface, PanelChannel>();
  readonly #changed = new vscode.EventEmitter<'chat' | 'visibility' | 'focus'>();
  #chat: Chat;
  #hasFocus = false;
  /** What the reader is to do as soon as the panel is shown. */
  #unread: HostToView | undefined;
  /** What was told while nobody listened. */
  readonly #untold: HostToView[] = [];
  #subscription: vscode.Disposable;

  /** After another chat is shown, the panel came or went, or the user has turned to it. */
  readonly onDidChange = this.#changed.event;

  constructor(services: PanelServices, chat: Chat, reveal: () => Promise<void>) {
    this.#services = services;
    this.reveal = reveal;
    this.#chat = chat;
    this.#subscription = this.#follow(chat);
  }

  get chat(): Chat {
    return this.#chat;
  }

  /** Whether the panel can be seen. */
  get isShown(): boolean {
    return [...this.#views.keys()].some(({ visible }) => visible);
  }

  /** Whether the keyboard is in the panel. */
  get hasFocus(): boolean {
    return this.isShown && this.#hasFocus;
  }

  /** Shows another chat in place of the one it shows; what runs there goes on. */
  show(chat: Chat): void {
    this.#subscription.dispose();
    this.#chat = chat;
    this.#subscription = this.#follow(chat);
    const snapshot = this.#snapshot();
    this.#links((link, view) => view.visible && link.start(snapshot));
    this.#changed.fire('chat');
  }

  /**
   * Shows the chat in one more webview, of which `onDidChangeVisibility` tells; `said` is what its page
   * has said already, where it has been shown.
   */
  attach(
    view: Surface,
    onDidChangeVisibility: vscode.Event<unknown>,
    said?: readonly unknown[],
  ): void {
    const { webview } = view;
    const { extensionUri } = this.#services;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    const link = new PanelChannel((message) => void webview.postMessage(message));
    this.#views.set(view, link);
    const hear = (message: unknown) => {
      if (isViewToHost(message)) {
        this.#onMessage(message, link);
      }
    };
    webview.onDidReceiveMessage(hear);
    onDidChangeVisibility(() => {
      // The page of a hidden view is dropped; when it is shown again it says `ready` once more.
      if (!view.visible) {
        link.pause();
      }
      this.#changed.fire('visibility');
    });
    view.onDidDispose(() => {
      link.pause();
      this.#views.delete(view);
      this.#changed.fire('visibility');
    });
    if (said === undefined) {
      showPanelPage(webview, extensionUri);
    } else {
      said.forEach(hear);
    }
  }

  /** Notes that the user has turned to the panel. */
  used(): void {
    this.#changed.fire('focus');
  }

  /** Tells the panel, where it is shown, what its settings are now. */
  settingsChanged(): void {
    const settings = this.#services.settings(this.#chat);
    this.#links((link) => link.message({ kind: 'settings', settings }));
  }

  /** Tells the panel, where it is shown, how code is coloured. */
  tokenColorsChanged(message: HostToView): void {
    this.#links((link) => link.message(message));
  }

  /** Lets the reader do something in the panel, now or when it is shown. */
  read(message: HostToView): void {
    const isTold = [...this.#views].some(([{ visible }, link]) => visible && link.message(message));
    this.#unread = isTold ? undefined : message;
  }

  /** Passes a message on to the panel, now or when it is shown. */
  tell(message: HostToView): void {
    if ([...this.#views.values()].some(({ isStarted }) => isStarted)) {
      this.#links((link) => link.message(message));
    } else {
      this.#untold.push(message);
    }
  }

  /** Shows a remark in the panel, now or when it is shown. */
  notice(notice: PanelNotice): void {
    this.tell({ kind: 'notice', notice });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#links((link) => link.pause());
    this.#views.clear();
    this.#changed.dispose();
  }

  #onMessage(message: ViewToHost, link: PanelChannel): void {
    if (message.kind === 'ready') {
      link.start(this.#snapshot());
      const colors = this.#services.tokenColors();
      if (colors !== undefined) {
        link.message(colors);
      }
      const notice = this.#services.standing();
      if (notice !== undefined) {
        link.message({ kind: 'notice', notice });
      }
      this.#untold.splice(0).forEach((untold) => link.message(untold));
      if (this.#unread !== undefined) {
        this.read(this.#unread);
      }
      return;
    }
    this.#hasFocus = message.kind !== 'blurred';
    if (this.#hasFocus) {
      this.used();
    }
    if (message.kind !== 'focused') {
      this.#services.onIntent(message, this);
    }
  }

  #follow({ session }: Chat): vscode.Disposable {
    return session.onDidApply(({ event }) => this.#links((link) => link.event(event)));
  }

  #snapshot(): Extract<HostToView, { kind: 'snapshot' }> {
    const chat = this.#chat;
    const settings = this.#services.settings(chat);
    return { kind: 'snapshot', conversation: chat.session.conversation, settings };
  }

  #links(tell: (link: PanelChannel, view: Surface) => void): void {
    for (const [view, link] of this.#views) {
      tell(link, view);
    }
  }
}
