import { isHeadEvent, isMoreThanReply } from '../../../conversation/conversation.ts';
import type { Conversation, Turn } from '../../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatStore } from '../chatStore.ts';
import { WriteQueue, type WriteEvents } from '../writeQueue.ts';

/** Writes conversations to disk while they grow. */
export interface Saver {
  /** Schedules a write of what `event` has changed; `conversation` is the one after it. */
  changed(conversation: Conversation, event: ConversationEvent): void;
  /** Schedules a write of a turn. */
  put(conversationId: string, turn: Turn): void;
  /** Writes the turns that are not among `storedIds`, but none that another window writes, and a head that is not stored. */
  complete(
    conversation: Conversation,
    storedIds: readonly string[],
    isHeadStored: boolean,
  ): Promise<void>;
  /** Whether something of a conversation is not written yet. */
  isPending(conversation: Conversation): boolean;
  /** Whether a write has failed and is being repeated. */
  readonly isFailing: boolean;
  /** Writes what is not written yet and waits until that was tried. */
  flush(): Promise<void>;
}

/** Saves to `store`: what the user did and the end of a turn at once, arriving text a little later. */
export function createSaver(
  store: Pick<ChatStore, 'saveHead' | 'saveTurn'>,
  events: WriteEvents,
): Saver {
  const queue = new WriteQueue(events);
  const put = (conversationId: string, turn: Turn): void =>
    queue.put(turnKey(conversationId, turn.id), async () => store.saveTurn(conversationId, turn));
  return {
    put,
    changed(conversation, event) {
      if (event.kind === 'turnStarted' || isHeadEvent(event)) {
        queue.put(conversation.id, async () => store.saveHead(conversation));
      }
      const turn = changedTurn(conversation, event);
      if (turn !== undefined) {
        put(conversation.id, turn);
      }
      // What the user did and the end of a turn.
      if (isMoreThanReply(event)) {
        void queue.flush();
      }
    },
    async complete(conversation, storedIds, isHeadStored) {
      const there = new Set(storedIds);
      if (!isHeadStored) {
        queue.put(conversation.id, async () => store.saveHead(conversation));
      }
      conversation.turns
        .filter(({ id, isElsewhere }) => !there.has(id) && isElsewhere !== true)
        .forEach((turn) => put(conversation.id, turn));
      await queue.flush();
    },
    isPending: ({ id, turns }) =>
      queue.has(id) || turns.some((turn) => queue.has(turnKey(id, turn.id))),
    get isFailing() {
      return queue.isFailing;
    },
    flush: async () => queue.flush(),
  };
}

/** Two conversations can have turns with the same ids: a copy and its original. */
function turnKey(conversationId: string, turnId: string): string {
  return `${conversationId}/${turnId}`;
}

function changedTurn({ turns }: Conversation, event: ConversationEvent): Turn | undefined {
  if (isHeadEvent(event)) {
    return undefined;
  }
  const turnId = event.kind === 'turnStarted' ? event.turn.id : event.turnId;
  return turns.findLast(({ id }) => id === turnId);
}
