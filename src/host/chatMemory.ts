import type * as vscode from 'vscode';
import { createConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { StoredConversation } from './loadConversation.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Keeps the chats of this window on disk. */
export interface ChatMemory {
  /** The stored conversation with all that was said in it until now; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Saves what happens in a session until it is disposed of. */
  follow(session: ConversationSession): vscode.Disposable;
  /** Writes what is not written yet and waits until it is. */
  readonly flush: () => Promise<void>;
}

/** Saves to `store`; `events` hears how the writing goes. */
export function createChatMemory(store: ConversationStore, events: WriteEvents): ChatMemory {
  const saver = createConversationSaver(store, events);
  return {
    async load(id) {
      await saver.flush();
      return store.load(id);
    },
    follow: (session) =>
      session.onDidApply((event) => {
        if (session.conversation.isReadOnly !== true) {
          saver.changed(session.conversation, event);
        }
      }),
    flush: () => saver.flush(),
  };
}
