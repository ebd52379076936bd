import type { Conversation } from '../shared/conversation.ts';
import { isHeadEvent, type ConversationEvent } from '../shared/conversationEvent.ts';
import type { ConversationStore } from './conversationStore.ts';
import { WriteQueue, type WriteEvents } from './writeQueue.ts';

/** Keeps a conversation on disk up to date while it grows. */
export interface ConversationSaver {
  /** Takes note of what `event` changed; `conversation` is the one after it. */
  changed(conversation: Conversation, event: ConversationEvent): void;
  /** Writes the turns of a conversation that are not among those on disk, and its head where none is. */
  complete(conversation: Conversation, storedIds: readonly string[]): Promise<void>;
  /** Whether something could not be written and is tried again. */
  readonly isFailing: boolean;
  /** Writes what is not written yet and waits until it is. */
  flush(): Promise<void>;
}

/** Saves to `store`: what the user did and the end of a turn at once, text in between a little later. */
export function createConversationSaver(
  store: Pick<ConversationStore, 'saveHead' | 'saveTurn'>,
  events: WriteEvents,
): ConversationSaver {
  const queue = new WriteQueue(events);
  return {
    changed(conversation, event) {
      if (event.kind === 'turnStarted' || isHeadEvent(event)) {
        queue.put(conversation.id, async () => store.saveHead(conversation));
      }
      if (!isHeadEvent(event)) {
        const turnId = event.kind === 'turnStarted' ? event.turn.id : event.turnId;
        queue.put(turnId, async () => saveTurn(store, conversation, turnId));
      }
      if (event.kind === 'turnStarted' || event.kind === 'turnEnded' || isHeadEvent(event)) {
        void queue.flush();
      }
    },
    async complete(conversation, storedIds) {
      const there = new Set(storedIds);
      if (there.size === 0) {
        queue.put(conversation.id, async () => store.saveHead(conversation));
      }
      for (const { id } of conversation.turns.filter((turn) => !there.has(turn.id))) {
        queue.put(id, async () => saveTurn(store, conversation, id));
      }
      await queue.flush();
    },
    get isFailing() {
      return queue.isFailing;
    },
    flush: async () => queue.flush(),
  };
}

async function saveTurn(
  store: Pick<ConversationStore, 'saveTurn'>,
  conversation: Conversation,
  turnId: string,
): Promise<void> {
  const turn = conversation.turns.find(({ id }) => id === turnId);
  if (turn !== undefined) {
    await store.saveTurn(conversation.id, turn);
  }
}
