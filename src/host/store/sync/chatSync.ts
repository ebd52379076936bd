import * as vscode from 'vscode';
import {
  applyEvent,
  endInterrupted,
  runningTurn,
  turnElsewhere,
} from '../../../conversation/conversation.ts';
import { takeIn } from '../../../conversation/merge/takeIn.ts';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatSession } from '../../chat/session.ts';
import type { ChatStore } from '../chatStore.ts';
import type { StoredConversation } from '../loadConversation.ts';
import type { WriteEvents } from '../writeQueue.ts';
import { followOthers, type OthersServices, OtherTurns } from './otherWindows.ts';
import { type Saver, createSaver } from './saver.ts';
import { StoredHeads } from './sharedHeads.ts';

/** Keeps the chats of this window on disk. */
export interface ChatSync {
  /** The stored conversation with all that was said in it until now; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Saves what happens in a session, and takes in what other windows change, until it is disposed of. */
  follow(session: ChatSession, events: OthersEvents): vscode.Disposable;
  /** Whether something could not be written: then it is nowhere but in memory. */
  readonly isFailing: boolean;
  /** Whether something of a conversation could not be written yet. */
  readonly isUnsaved: (id: string) => boolean;
  /** Writes what is not written yet and waits until it is. */
  readonly flush: () => Promise<void>;
  /** Writes what the store does not have of the chats in memory, after another folder was set. */
  complete(): Promise<void>;
  /** Writes all as it is when the window ends: nobody goes on with the replies that run. */
  readonly end: () => Promise<void>;
}

/** Saves to `store`; `events` hears how the writing goes. */
export function createChatSync(store: ChatStore, events: WriteEvents): ChatSync {
  const heads = new StoredHeads(store);
  const saveHead = async (conversation: Conversation) => heads.save(conversation);
  const saver = createSaver({ ...store, saveHead }, events);
  const parts: MemoryParts = { store, heads, saver };
  const followed = new Map<ChatSession, vscode.Disposable>();
  return {
    async load(id) {
      await saver.flush();
      const stored = await store.open(id);
      return stored && withOthers(stored, store);
    },
    follow(session, others) {
      heads.begin(session.conversation);
      const subscription = followSession(session, parts, others);
      followed.set(session, subscription);
      return new vscode.Disposable(() => {
        subscription.dispose();
        followed.delete(session);
      });
    },
    get isFailing() {
      return saver.isFailing;
    },
    isUnsaved: (id) =>
      [...followed.keys()].some((one) => one.conversation.id === id && isPending(one, saver)),
    flush: async () => saver.flush(),
    async complete() {
      await Promise.all([...followed.keys()].map(async (session) => complete(session, parts)));
    },
    async end() {
      for (const [session, subscription] of followed) {
        subscription.dispose();
        saveInterrupted(session, saver);
      }
      await saver.flush();
    },
  };
}

/** A reply that runs in another window is shown as running from the start; what is queued there is sent there. */
async function withOthers(
  stored: StoredConversation,
  store: ChatStore,
): Promise<StoredConversation> {
  const ids = await store.turnIds(stored.conversation.id);
  const turns = await new OtherTurns(store).read(stored.conversation, ids);
  const event = takeIn(stored.conversation, turns);
  if (event === undefined) {
    return stored;
  }
  const conversation = applyEvent(stored.conversation, event);
  const isElsewhere = turnElsewhere(conversation) !== undefined;
  return {
    ...stored,
    conversation: isElsewhere ? { ...conversation, queued: undefined } : conversation,
  };
}

/** Nobody goes on with a reply that runs in a window that ends. */
function saveInterrupted({ conversation }: ChatSession, saver: Saver): void {
  const turn = runningTurn(conversation);
  if (turn !== undefined && isStored(conversation)) {
    saver.put(conversation.id, endInterrupted(turn));
  }
}

function isPending({ conversation }: ChatSession, saver: Saver): boolean {
  return saver.isPending(conversation);
}

/** What keeps the chats of a window on disk. */
interface MemoryParts {
  readonly store: ChatStore;
  readonly heads: StoredHeads;
  readonly saver: Saver;
}

/** Hears of what other windows do with a chat. */
interface OthersEvents extends Pick<OthersServices, 'onNotes'> {
  /** Hears that another window has deleted the chat. */
  readonly onDeleted: () => void;
}

/** Other windows tell from this that a reply still runs here. */
const beatMs = 1000;

/** Saves what happens in a session, and takes in what other windows change; the result ends that. */
function followSession(
  session: ChatSession,
  parts: MemoryParts,
  { onNotes, onDeleted }: OthersEvents,
): vscode.Disposable {
  const { saver, heads, store } = parts;
  const open = createOpen(session);
  const stopBeating = beat(session, saver);
  const subscription = session.onDidApply((event) => {
    const { conversation } = session;
    if (event.kind === 'kept') {
      void saver.complete(conversation, []);
    } else if (isStored(conversation) && !open.isTakingIn) {
      saver.changed(conversation, event);
      if (event.kind === 'turnStarted') {
        // Another window may have deleted what is gone on with here.
        complete(session, parts).catch(() => {});
      }
    }
  });
  const unfollow = followOthers(open, {
    store,
    heads,
    onNotes,
    onGone(isAll) {
      if (session.isRunning) {
        // What is being said must not be all that is left.
        complete(session, parts).catch(() => {});
      } else if (isAll) {
        onDeleted();
      }
    },
  });
  return new vscode.Disposable(() => {
    unfollow();
    stopBeating();
    subscription.dispose();
  });
}

/** The conversation of a session; what it takes in is known by `isTakingIn` while it is applied. */
function createOpen(session: ChatSession) {
  let isTakingIn = false;
  return {
    get conversation() {
      return session.conversation;
    },
    get isTakingIn() {
      return isTakingIn;
    },
    takeIn(event: HeadEvent) {
      isTakingIn = true;
      session.change(event);
      isTakingIn = false;
    },
  };
}

/** Writes a running reply again and again, also while nothing comes. */
function beat(session: ChatSession, saver: Saver): () => void {
  const timer = setInterval(() => {
    const { conversation } = session;
    const turn = runningTurn(conversation);
    if (turn !== undefined && isStored(conversation)) {
      saver.put(conversation.id, turn);
    }
  }, beatMs);
  return () => clearInterval(timer);
}

/** Writes the turns of a session that the store does not have. Throws what the file system throws. */
async function complete(session: ChatSession, { store, saver }: MemoryParts): Promise<void> {
  const ids = await store.turnIds(session.conversation.id);
  // Only now, so that what is written is no older than what is waiting to be written.
  const { conversation } = session;
  if (conversation.turns.length > 0 && isStored(conversation)) {
    await saver.complete(conversation, ids);
  }
}

/** Whether a conversation is to be kept on disk as it is here. */
function isStored({ isReadOnly, isTemporary }: Conversation): boolean {
  return isReadOnly !== true && isTemporary !== true;
}
