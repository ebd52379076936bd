import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import {
  isViewToHost,
  type HostToView,
  type ViewToHost,
} from '../../shared/panel/panelProtocol.ts';
import type { PanelNotice, PanelSettings } from '../../shared/panel/panelState.ts';
import { showPage } from '../base/webviewPage.ts';
import { PanelChannel } from './panelChannel.ts';
import type { Chat } from '../chat/chat.ts';

/** An intent that the panel does not handle itself. */
export type CarriedIntent = Exclude<ViewToHost, { readonly kind: 'ready' | 'focused' | 'blurred' }>;

/** What all panels share. */
export interface PanelServices {
  readonly extensionUri: vscode.Uri;
  readonly settings: (chat: Chat) => PanelSettings;
  /** What is posted to every page that is ready, after the snapshot. */
  readonly opening: () => readonly HostToView[];
  readonly onIntent: (intent: CarriedIntent, panel: Panel) => void;
}

/** A webview in the side bar or in an editor tab. */
type Surface = Pick<vscode.WebviewView, 'webview' | 'visible' | 'onDidDispose'>;

/** What a page posts by itself, also while the user is elsewhere. */
const ownMessages: ReadonlySet<ViewToHost['kind']> = new Set(['checkTexts', 'readImages']);

/** A place with a chat: the side bar or an editor tab. It shows the chat in every webview of that place. */
export class Panel implements vscode.Disposable {
  /** Shows the panel and moves the focus to it. */
  readonly reveal: () => Promise<void>;
  readonly #services: PanelServices;
  readonly #channels = new Map<Surface, PanelChannel>();
  readonly #changed = new vscode.EventEmitter<'chat' | 'visibility' | 'focus' | 'blur'>();
  #chat: Chat;
  /** The end of a chat that is still being read, and what the user wants of it. */
  #preview: { readonly chat: Chat; readonly intents: CarriedIntent[] } | undefined;
  #hasFocus = false;
  /** A reading action that waits until the panel is shown. */
  #unread: HostToView | undefined;
  /** Messages that wait until the panel is shown. */
  readonly #untold: HostToView[] = [];
  #subscription: vscode.Disposable;

  /** After another chat is shown, the panel is shown or hidden, or the user has turned to it or away from it. */
  readonly onDidChange = this.#changed.event;

  constructor(services: PanelServices, chat: Chat, reveal: () => Promise<void>) {
    this.#services = services;
    this.reveal = async () => {
      await reveal();
      // VS Code drops the focus that it is to give to a page which answers too late, as on a busy machine.
      this.tell({ kind: 'takeFocus' });
    };
    this.#chat = chat;
    this.#subscription = this.#follow(chat);
  }

  get chat(): Chat {
    return this.#chat;
  }

  /** Whether the panel is visible. */
  get isShown(): boolean {
    return [...this.#channels.keys()].some(({ visible }) => visible);
  }

  /** Whether the panel has the keyboard focus. */
  get hasFocus(): boolean {
    return this.isShown && this.#hasFocus;
  }

  /** Shows another chat. A reply that runs in the one before keeps running. */
  show(chat: Chat): void {
    const preview = this.#preview;
    this.#preview = undefined;
    this.#subscription.dispose();
    this.#chat = chat;
    this.#subscription = this.#follow(chat);
    const snapshot = this.#snapshot();
    const { conversation } = chat.session;
    const end = preview?.chat.session.conversation;
    const isContinued = end !== undefined && isEndOf(end, conversation);
    this.#eachChannel((channel, view) => {
      if (isContinued && channel.isStarted) {
        channel.complete(conversation, end);
        channel.message({ kind: 'settings', settings: snapshot.settings });
      } else if (view.visible) {
        channel.start(snapshot);
      }
    });
    this.#changed.fire('chat');
    if (end?.id === conversation.id) {
      preview?.intents.forEach((intent) => this.#services.onIntent(intent, this));
    }
  }

  /**
   * Shows the end of a chat that is still being read. What the user does there waits for `show` with that chat,
   * because only then all of it is known.
   */
  preview(end: Chat): void {
    this.#subscription.dispose();
    this.#preview = { chat: end, intents: [] };
    const snapshot = this.#snapshot();
    this.#eachChannel((channel, view) => view.visible && channel.start(snapshot));
  }

  /** Shows the panel's own chat again, if the chat of the preview could not be read. */
  endPreview(): void {
    if (this.#preview !== undefined) {
      this.show(this.#chat);
    }
  }

  /**
   * Shows the chat in a webview as well. `received` is what a page that is already loaded has posted so far;
   * without it the page is loaded.
   */
  attach(
    view: Surface,
    onDidChangeVisibility: vscode.Event<unknown>,
    received?: readonly unknown[],
  ): void {
    const { webview } = view;
    const { extensionUri } = this.#services;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    const channel = new PanelChannel((message) => void webview.postMessage(message));
    this.#channels.set(view, channel);
    const receive = (message: unknown) => {
      if (isViewToHost(message)) {
        this.#onMessage(message, channel);
      }
    };
    webview.onDidReceiveMessage(receive);
    onDidChangeVisibility(() => {
      // VS Code drops the page of a hidden view. When it is shown again, it posts `ready` again.
      if (!view.visible) {
        channel.pause();
      }
      this.#changed.fire('visibility');
    });
    view.onDidDispose(() => {
      channel.pause();
      this.#channels.delete(view);
      this.#changed.fire('visibility');
    });
    if (received === undefined) {
      showPage(webview, extensionUri, 'panel');
    } else {
      received.forEach(receive);
    }
  }

  /** Called when the user turns to the panel. */
  used(): void {
    this.#changed.fire('focus');
  }

  /** Posts the current settings, if the panel is shown. */
  settingsChanged(): void {
    const settings = this.#services.settings(this.#shown);
    this.#eachChannel((channel) => channel.message({ kind: 'settings', settings }));
  }

  /** Posts the colours of code, if the panel is shown. */
  tokenColorsChanged(message: HostToView): void {
    this.#eachChannel((channel) => channel.message(message));
  }

  /** Posts a reading action now, or when the panel is shown. The last one wins. */
  read(message: HostToView): void {
    const isTold = [...this.#channels].some(
      ([{ visible }, channel]) => visible && channel.message(message),
    );
    this.#unread = isTold ? undefined : message;
  }

  /** Posts a message now, or when the panel is shown. */
  tell(message: HostToView): void {
    if ([...this.#channels.values()].some(({ isStarted }) => isStarted)) {
      this.#eachChannel((channel) => channel.message(message));
    } else {
      this.#untold.push(message);
    }
  }

  /** Shows a notice now, or when the panel is shown. */
  notice(notice: PanelNotice): void {
    this.tell({ kind: 'notice', notice });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#eachChannel((channel) => channel.pause());
    this.#channels.clear();
    this.#changed.dispose();
  }

  #onMessage(message: ViewToHost, channel: PanelChannel): void {
    if (message.kind === 'ready') {
      channel.start(this.#snapshot());
      this.#services.opening().forEach((opening) => channel.message(opening));
      this.#untold.splice(0).forEach((untold) => channel.message(untold));
      if (this.#unread !== undefined) {
        this.read(this.#unread);
      }
      return;
    }
    if (!ownMessages.has(message.kind)) {
      this.#hasFocus = message.kind !== 'blurred';
      if (this.#hasFocus) {
        this.used();
      } else {
        this.#changed.fire('blur');
      }
    }
    if (message.kind === 'focused' || message.kind === 'blurred') {
      return;
    }
    if (this.#preview !== undefined) {
      this.#preview.intents.push(message);
    } else {
      this.#services.onIntent(message, this);
    }
  }

  /** The chat on the page. */
  get #shown(): Chat {
    return this.#preview?.chat ?? this.#chat;
  }

  #follow({ session }: Chat): vscode.Disposable {
    return session.onDidApply(({ event }) => this.#eachChannel((channel) => channel.event(event)));
  }

  #snapshot(): Extract<HostToView, { kind: 'snapshot' }> {
    const chat = this.#shown;
    const settings = this.#services.settings(chat);
    return { kind: 'snapshot', conversation: chat.session.conversation, settings };
  }

  #eachChannel(tell: (channel: PanelChannel, view: Surface) => void): void {
    for (const [view, channel] of this.#channels) {
      tell(channel, view);
    }
  }
}

/** Whether a page that shows the end of a conversation lacks nothing but other turns of it. Ended turns never change. */
function isEndOf({ turns, ...end }: Conversation, conversation: Conversation): boolean {
  const { turns: all, ...head } = conversation;
  const ids = new Set(all.map(({ id }) => id));
  return JSON.stringify(end) === JSON.stringify(head) && turns.every(({ id }) => ids.has(id));
}

/**
 * VS Code moves the focus to the editor after a quick pick or an input box. Call this before one opens: the
 * result moves the focus back to `panel`, if it is there now.
 */
export function focusReturn({ hasFocus, reveal }: Panel): () => Promise<void> {
  return async () => (hasFocus ? reveal() : undefined);
}

/** Runs `ask`, which asks the user something. A panel that had the focus gets it back. */
export async function askedFrom(panel: Panel, ask: () => unknown): Promise<void> {
  const giveBack = focusReturn(panel);
  await ask();
  await giveBack();
}
