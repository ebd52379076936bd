import * as vscode from 'vscode';
import { isHeadEvent } from '../shared/conversationEvent.ts';
import { isString } from '../shared/guards.ts';
import { createConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore, StoredConversation } from './conversationStore.ts';
import type { WriteEvents } from './writeQueue.ts';

const stateKey = 'parley.conversation';

/** Keeps the window's conversation through a reload. */
export interface SessionMemory extends vscode.Disposable {
  /** Shows the conversation that this window showed last, if nothing has been said meanwhile. */
  restore(): Promise<void>;
  /** Writes what is not written yet and waits until it is. */
  readonly flush: () => Promise<void>;
}

/** Hears of what goes wrong with stored conversations. */
export interface MemoryEvents extends WriteEvents {
  /** Some of the conversation that is shown could not be read. */
  damaged(stored: StoredConversation): void;
}

/** Saves `session` to `store` as it grows; `state` remembers which one this workspace shows. */
export function createSessionMemory(
  session: ConversationSession,
  store: ConversationStore,
  state: vscode.Memento,
  events: MemoryEvents,
): SessionMemory {
  const saver = createConversationSaver(store, events);
  const remember = async (id: string | undefined) => state.update(stateKey, id);
  const subscription = vscode.Disposable.from(
    session.onDidApply((event) => {
      if (session.conversation.isReadOnly !== true) {
        saver.changed(session.conversation, event);
      }
      if (event.kind === 'turnStarted' || isHeadEvent(event)) {
        void remember(session.conversation.id);
      }
    }),
    session.onDidReplace(() => {
      const { id, turns, parameters, systemPrompt } = session.conversation;
      void remember(
        turns.length > 0 || (parameters ?? systemPrompt) !== undefined ? id : undefined,
      );
    }),
  );
  return {
    async restore() {
      const id: unknown = state.get(stateKey);
      const stored = isString(id) ? await store.load(id) : undefined;
      if (stored !== undefined && session.conversation.turns.length === 0) {
        session.show(stored.conversation);
        if (stored.setAside.length > 0 || stored.unreadable.length > 0) {
          events.damaged(stored);
        }
      }
    },
    flush: () => saver.flush(),
    dispose: () => subscription.dispose(),
  };
}
