import * as vscode from 'vscode';
import {
  emptyConversation,
  needsStoring,
  turnElsewhere,
} from '../../conversation/conversationState.ts';
import { conversationTitle } from '../../conversation/titleAndTags.ts';
import type { ChatLabels, Conversation } from '../../shared/conversation/conversation.ts';
import type { ChatSession } from '../chat/session.ts';
import type { StoredConversation } from '../store/loadConversation.ts';
import type { ChatSync } from '../store/sync/chatSync.ts';
import type { Chat, MakeChat } from '../chat/chat.ts';

/** What creates and stores open chats. */
interface ChatServices {
  readonly make: MakeChat;
  readonly sync: Pick<ChatSync, 'load' | 'loadEnd' | 'start' | 'isFailing'>;
  /** Masks known secrets in titles. */
  readonly redact: (text: string) => string;
}

interface OpenChat {
  readonly chat: Chat;
  /** The title that the user gave it. */
  title: string | undefined;
  readonly subscriptions: vscode.Disposable;
}

/**
 * The open chats: those that a panel shows and those in which a reply is running. A conversation is open at
 * most once, in however many panels it is shown.
 */
export class OpenChats implements vscode.Disposable {
  readonly #services: ChatServices;
  readonly #open = new Map<string, OpenChat>();
  readonly #running = new vscode.EventEmitter<void>();
  readonly #labelled = new vscode.EventEmitter<void>();

  /** After a reply has started or ended in a chat. */
  readonly onDidChangeRunning = this.#running.event;
  /** After a chat was renamed. */
  readonly onDidChangeLabels = this.#labelled.event;

  constructor(services: ChatServices) {
    this.#services = services;
  }

  /** The chats in which a reply is running. */
  get running(): readonly Chat[] {
    return [...this.#open.values()]
      .map(({ chat }) => chat)
      .filter(({ session }) => session.isRunning);
  }

  /** The ids of the open chats that are stored. */
  get storedIds(): readonly string[] {
    return [...this.#open.values()]
      .map(({ chat }) => chat.session.conversation)
      .filter(needsStoring)
      .map(({ id }) => id);
  }

  /** Whether the chat of a conversation is open. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Stops the running reply of a conversation, if it is open. */
  stop(id: string): void {
    this.#open.get(id)?.chat.session.stop();
  }

  /** Opens a new chat, which the caller must show at once. */
  begin(): Chat {
    return this.#add(this.#services.make());
  }

  /** Opens a new chat of which nothing is stored. The caller must show it at once. */
  beginTemporary(): Chat {
    const conversation = emptyConversation(crypto.randomUUID(), Date.now());
    return this.#add(this.#services.make({ ...conversation, isTemporary: true }));
  }

  /** Opens a new chat that begins with the turns of another one, and stores it. The caller must show it at once. */
  beginWith({ turns, headId, target }: Conversation): Chat {
    const conversation = emptyConversation(crypto.randomUUID(), Date.now());
    const begun = { ...conversation, turns, headId, target, isTemporary: true };
    const chat = this.#add(this.#services.make(begun));
    chat.session.change({ kind: 'kept' });
    return chat;
  }

  /**
   * Calls `show`, which must show it at once, with the open chat or the stored one; `stored` says how it was
   * read. While a long chat is being read, `preview` shows its end. False if there is no such chat. Throws what
   * the file system throws.
   */
  async open(
    id: string,
    show: (chat: Chat, stored?: StoredConversation) => void,
    preview?: (end: Chat) => void,
  ): Promise<boolean> {
    const stored = this.#open.has(id) ? undefined : await this.#load(id, preview);
    const open = this.#open.get(id);
    if (open !== undefined) {
      show(open.chat);
    } else if (stored !== undefined) {
      show(this.#add(this.#services.make(stored.conversation), stored.labels.title), stored);
    }
    return (open ?? stored) !== undefined;
  }

  /** The title that the user gave, or one made of the first message, masked; undefined before that. */
  titleOf({ session }: Chat): string | undefined {
    const { id, turns } = session.conversation;
    const title = this.#open.get(id)?.title ?? conversationTitle(turns[0]?.user);
    return title && this.#services.redact(title);
  }

  /** Takes over the title that the user gave; an undefined one was removed, and a missing one stays. */
  setLabels(id: string, labels: Pick<ChatLabels, 'title'>): void {
    const open = this.#open.get(id);
    if (open !== undefined && 'title' in labels && labels.title !== open.title) {
      open.title = labels.title;
      this.#labelled.fire();
    }
  }

  /** Closes every chat that no panel shows and in which nothing is under way; none while saving fails. */
  tidy(isShown: (chat: Chat) => boolean): void {
    if (this.#services.sync.isFailing) {
      return;
    }
    for (const [id, { chat, subscriptions }] of this.#open) {
      if (!isShown(chat) && !isUnderWay(chat.session)) {
        this.#open.delete(id);
        subscriptions.dispose();
      }
    }
  }

  dispose(): void {
    for (const { subscriptions } of this.#open.values()) {
      subscriptions.dispose();
    }
    this.#running.dispose();
    this.#labelled.dispose();
  }

  async #load(
    id: string,
    preview: ((end: Chat) => void) | undefined,
  ): Promise<StoredConversation | undefined> {
    const { sync, make } = this.#services;
    const end = preview && (await sync.loadEnd(id));
    if (end !== undefined) {
      preview?.(make(end));
    }
    return sync.load(id);
  }

  #add(chat: Chat, title?: string): Chat {
    const { session } = chat;
    const { sync } = this.#services;
    const subscriptions = vscode.Disposable.from(
      sync.start(session, {
        onLabels: (labels) => this.setLabels(session.conversation.id, { title: labels.title }),
        onDeleted: () =>
          chat.notice({ severity: 'warning', text: deletedText(session.conversation) }),
      }),
      watchRunning(session, () => this.#running.fire()),
      session,
    );
    this.#open.set(session.conversation.id, { chat, title, subscriptions });
    return chat;
  }
}

function deletedText({ isReadOnly }: Conversation): string {
  if (isReadOnly === true) {
    return vscode.l10n.t(
      'Files of this chat were deleted. This version of Parley cannot restore them, because a newer version wrote them. The chat is kept here while it is open.',
    );
  }
  return vscode.l10n.t(
    'This chat was deleted in another window. It is kept here while it is open, and your next message saves it again.',
  );
}

/** Whether a reply is running, or a queued message is about to be sent. */
function isUnderWay({ isRunning, conversation }: ChatSession): boolean {
  const isNext = conversation.turns.at(-1)?.reply.status === 'completed';
  return isRunning || (isNext && conversation.queued !== undefined);
}

/**
 * Calls `tell` when a reply starts or ends, here or in another window. Not with every delta: what it leads to is
 * a message to the process of the workbench.
 */
function watchRunning(session: ChatSession, tell: () => void): vscode.Disposable {
  const elsewhere = (): string | undefined => turnElsewhere(session.conversation)?.id;
  let before = elsewhere();
  return session.onDidApply(({ event: { kind } }) => {
    const isTaken = kind === 'turnsTakenIn' && elsewhere() !== before;
    before = kind === 'turnsTakenIn' ? elsewhere() : before;
    if (kind === 'turnStarted' || kind === 'turnEnded' || isTaken) {
      tell();
    }
  });
}
