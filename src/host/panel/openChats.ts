import * as vscode from 'vscode';
import { emptyConversation, turnElsewhere } from '../../conversation/conversation.ts';
import { conversationTitle } from '../../conversation/title.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { ChatSession } from '../chat/session.ts';
import type { StoredConversation } from '../store/loadConversation.ts';
import type { ChatSync } from '../store/sync/chatSync.ts';
import type { Chat } from './commands.ts';

/** What the chats in memory need of the rest. */
interface ChatServices {
  /** Makes a chat of a conversation, a new one where none is given. */
  readonly make: (conversation?: Conversation) => Chat;
  readonly sync: Pick<ChatSync, 'load' | 'start' | 'isFailing'>;
  /** What else follows a chat for as long as it is in memory. */
  readonly follow: (chat: Chat) => vscode.Disposable;
}

interface OpenChat {
  readonly chat: Chat;
  /** The name that the user gave it. */
  givenTitle: string | undefined;
  readonly subscriptions: vscode.Disposable;
}

/**
 * The chats in memory: those that a panel shows and those in which a reply is running. A conversation
 * is here at most once, however many panels show it.
 */
export class OpenChats implements vscode.Disposable {
  readonly #services: ChatServices;
  readonly #open = new Map<string, OpenChat>();
  readonly #running = new vscode.EventEmitter<void>();
  readonly #titled = new vscode.EventEmitter<void>();

  /** After a reply has started or ended in a chat. */
  readonly onDidChangeRunning = this.#running.event;
  /** After the user has named a chat. */
  readonly onDidChangeTitle = this.#titled.event;

  constructor(services: ChatServices) {
    this.#services = services;
  }

  /** The chats in which a reply is running. */
  get running(): readonly Chat[] {
    return [...this.#open.values()]
      .map(({ chat }) => chat)
      .filter(({ session }) => session.isRunning);
  }

  /** Whether a conversation is in memory. */
  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Stops what runs in a conversation. */
  stop(id: string): void {
    this.#open.get(id)?.chat.session.stop();
  }

  /** A new chat. It is to be shown at once. */
  begin(): Chat {
    return this.#add(this.#services.make(), undefined);
  }

  /** A new chat of which nothing is stored. It is to be shown at once. */
  beginTemporary(): Chat {
    const conversation = emptyConversation(crypto.randomUUID(), Date.now());
    return this.#add(this.#services.make({ ...conversation, isTemporary: true }), undefined);
  }

  /**
   * Gives the chat in memory, or the stored one, to `show`, which shows it at once; `stored` is how it
   * was found on disk. False where there is none.
   */
  async open(
    id: string,
    show: (chat: Chat, stored?: StoredConversation) => void,
  ): Promise<boolean> {
    const stored = this.#open.has(id) ? undefined : await this.#services.sync.load(id);
    const open = this.#open.get(id);
    if (open !== undefined) {
      show(open.chat);
    } else if (stored !== undefined) {
      show(this.#add(this.#services.make(stored.conversation), stored.labels.title), stored);
    }
    return (open ?? stored) !== undefined;
  }

  /** The name that the user gave, or the one by rule; nothing where nothing has been said. */
  titleOf({ session }: Chat): string | undefined {
    const { id, turns } = session.conversation;
    return this.#open.get(id)?.givenTitle ?? conversationTitle(turns[0]?.user);
  }

  /** Notes the name that the user has given to a conversation, or taken from it. */
  setTitle(id: string, title: string | undefined): void {
    const open = this.#open.get(id);
    if (open !== undefined && open.givenTitle !== title) {
      open.givenTitle = title;
      this.#titled.fire();
    }
  }

  /** Drops every chat that no panel shows and in which nothing is under way; none that may be unsaved. */
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
    this.#titled.dispose();
  }

  #add(chat: Chat, givenTitle: string | undefined): Chat {
    const { session } = chat;
    const { sync, follow } = this.#services;
    const subscriptions = vscode.Disposable.from(
      sync.start(session, {
        onLabels: ({ title }) => this.setTitle(session.conversation.id, title),
        onDeleted: () => chat.notice({ severity: 'warning', text: deletedText() }),
      }),
      follow(chat),
      onRunningChange(session, () => this.#running.fire()),
      session,
    );
    this.#open.set(session.conversation.id, { chat, givenTitle, subscriptions });
    return chat;
  }
}

function deletedText(): string {
  return vscode.l10n.t(
    'This chat was deleted in another window. It stays here as long as it is open, and the next message stores it again.',
  );
}

/** A message that is queued is sent when the reply before it is complete, whether it is seen or not. */
function isUnderWay({ isRunning, conversation }: ChatSession): boolean {
  const isNext = conversation.turns.at(-1)?.reply.status === 'completed';
  return isRunning || (isNext && conversation.queued !== undefined);
}

/**
 * Calls `tell` when a reply starts or ends, here or in another window; not with every delta, since what is told to the workbench
 * is a message to another process.
 */
function onRunningChange(session: ChatSession, tell: () => void): vscode.Disposable {
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
