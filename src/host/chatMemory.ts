import * as vscode from 'vscode';
import { applyEvent, runningTurn, turnElsewhere } from '../chat/conversation.ts';
import { endInterrupted } from '../chat/endInterrupted.ts';
import { takeIn } from '../chat/takeIn.ts';
import type { Conversation } from '../shared/conversation.ts';
import { createConversationSaver, type ConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import {
  complete,
  followSession,
  isStored,
  type MemoryParts,
  type OthersEvents,
} from './followSession.ts';
import type { StoredConversation } from './loadConversation.ts';
import { OtherTurns } from './otherTurns.ts';
import { StoredHeads } from './storedHeads.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Keeps the chats of this window on disk. */
export interface ChatMemory {
  /** The stored conversation with all that was said in it until now; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Saves what happens in a session, and takes in what other windows change, until it is disposed of. */
  follow(session: ConversationSession, events: OthersEvents): vscode.Disposable;
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
export function createChatMemory(store: ConversationStore, events: WriteEvents): ChatMemory {
  const heads = new StoredHeads(store);
  const saveHead = async (conversation: Conversation) => heads.save(conversation);
  const saver = createConversationSaver({ ...store, saveHead }, events);
  const parts: MemoryParts = { store, heads, saver };
  const followed = new Map<ConversationSession, vscode.Disposable>();
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
  store: ConversationStore,
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
function saveInterrupted({ conversation }: ConversationSession, saver: ConversationSaver): void {
  const turn = runningTurn(conversation);
  if (turn !== undefined && isStored(conversation)) {
    saver.put(conversation.id, endInterrupted(turn));
  }
}

function isPending({ conversation }: ConversationSession, saver: ConversationSaver): boolean {
  return saver.isPending(conversation);
}
