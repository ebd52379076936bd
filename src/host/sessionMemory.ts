import * as vscode from 'vscode';
import { isHeadEvent } from '../shared/conversationEvent.ts';
import { isString } from '../shared/guards.ts';
import { createConversationSaver, type ConversationSaver } from './conversationSaver.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { StoredConversation } from './loadConversation.ts';
import type { WriteEvents } from './writeQueue.ts';

const stateKey = 'parley.conversation';

/** Keeps the window's conversation through a reload. */
export interface SessionMemory extends vscode.Disposable {
  /** Shows the conversation that this window showed last, if nothing has been said meanwhile. */
  restore(): Promise<void>;
  /** Shows a stored conversation. Throws an error that says so where there is none. */
  open(id: string): Promise<void>;
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
  const subscription = follow(session, saver, async (id) => state.update(stateKey, id));
  const show = (stored: StoredConversation) => {
    session.show(stored.conversation);
    if (stored.setAside.length > 0 || stored.unreadable.length > 0) {
      events.damaged(stored);
    }
  };
  return {
    async restore() {
      const id: unknown = state.get(stateKey);
      const stored = isString(id) ? await store.load(id) : undefined;
      if (stored !== undefined && session.conversation.turns.length === 0) {
        show(stored);
      }
    },
    async open(id) {
      await saver.flush();
      const stored = await store.load(id);
      if (stored === undefined) {
        throw new Error(vscode.l10n.t('The chat is not there any more.'));
      }
      show(stored);
    },
    flush: () => saver.flush(),
    dispose: () => subscription.dispose(),
  };
}

/** Saves what happens in a session; `remember` hears which conversation it is. */
function follow(
  session: ConversationSession,
  saver: ConversationSaver,
  remember: (id: string | undefined) => Promise<void>,
): vscode.Disposable {
  return vscode.Disposable.from(
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
}
