import * as vscode from 'vscode';
import type { Conversation } from '../shared/conversation.ts';
import { createConversationSaver, type ConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import { followOthers } from './followOthers.ts';
import type { StoredConversation } from './loadConversation.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Keeps the chats of this window on disk. */
export interface ChatMemory {
  /** The stored conversation with all that was said in it until now; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Saves what happens in a session, and takes in what other windows add, until it is disposed of. */
  follow(session: ConversationSession): vscode.Disposable;
  /** Whether something could not be written: then it is nowhere but in memory. */
  readonly isFailing: boolean;
  /** Writes what is not written yet and waits until it is. */
  readonly flush: () => Promise<void>;
  /** Writes what the store does not have of the chats in memory, after another folder was set. */
  complete(): Promise<void>;
}

/** Saves to `store`; `events` hears how the writing goes. */
export function createChatMemory(store: ConversationStore, events: WriteEvents): ChatMemory {
  const saver = createConversationSaver(store, events);
  const followed = new Set<ConversationSession>();
  return {
    async load(id) {
      await saver.flush();
      return store.load(id);
    },
    follow(session) {
      followed.add(session);
      const subscription = session.onDidApply((event) => {
        const { conversation } = session;
        if (event.kind === 'kept') {
          void saver.complete(conversation, []);
        } else if (isStored(conversation) && event.kind !== 'turnsTakenIn') {
          saver.changed(conversation, event);
          if (event.kind === 'turnStarted') {
            // Another window may have deleted what is gone on with here.
            complete(session, store, saver).catch(() => {});
          }
        }
      });
      const unfollowOthers = followOthers(session, store);
      return new vscode.Disposable(() => {
        unfollowOthers();
        followed.delete(session);
        subscription.dispose();
      });
    },
    get isFailing() {
      return saver.isFailing;
    },
    flush: () => saver.flush(),
    async complete() {
      await Promise.all([...followed].map(async (session) => complete(session, store, saver)));
    },
  };
}

async function complete(
  session: ConversationSession,
  store: ConversationStore,
  saver: ConversationSaver,
): Promise<void> {
  const ids = await store.turnIds(session.conversation.id);
  // Only now, so that what is written is no older than what is waiting to be written.
  const { conversation } = session;
  if (conversation.turns.length > 0 && isStored(conversation)) {
    await saver.complete(conversation, ids);
  }
}

function isStored({ isReadOnly, isTemporary }: Conversation): boolean {
  return isReadOnly !== true && isTemporary !== true;
}
