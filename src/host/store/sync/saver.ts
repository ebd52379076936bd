import { isHeadEvent, isMoreThanReply } from '../../../conversation/conversationState.ts';
import type { Conversation, Turn } from '../../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../../shared/conversation/conversationEvent.ts';
import type { ChatStore } from '../chatStore.ts';
import type { WriteEvents } from '../storeNotices.ts';

/** Writes conversations to disk while they grow. */
export type Saver = ReturnType<typeof createSaver>;

/** Saves to `store`: what the user did and the end of a turn at once, arriving text a little later. */
export function createSaver(store: Pick<ChatStore, 'saveHead' | 'saveTurn'>, events: WriteEvents) {
  const queue = new WriteQueue(events);
  const put = (conversationId: string, turn: Turn): void =>
    queue.put(turnKey(conversationId, turn.id), async () => store.saveTurn(conversationId, turn));
  return {
    /** Schedules a write of a turn. */
    put,
    /** Schedules a write of what `event` has changed; `conversation` is the one after it. */
    changed(conversation: Conversation, event: ConversationEvent) {
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
    /** Writes the turns that are not among `storedIds`, but none that another window writes, and a head that is not stored. */
    async complete(
      conversation: Conversation,
      storedIds: readonly string[],
      isHeadStored: boolean,
    ) {
      const there = new Set(storedIds);
      if (!isHeadStored) {
        queue.put(conversation.id, async () => store.saveHead(conversation));
      }
      conversation.turns
        .filter(({ id, isElsewhere }) => !there.has(id) && isElsewhere !== true)
        .forEach((turn) => put(conversation.id, turn));
      await queue.flush();
    },
    /** Whether something of a conversation is not written yet. */
    isPending: ({ id, turns }: Conversation) =>
      queue.has(id) || turns.some((turn) => queue.has(turnKey(id, turn.id))),
    /** Whether a write has failed and is being repeated. */
    get isFailing() {
      return queue.isFailing;
    },
    /** Writes what is not written yet and waits until that was tried. */
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

/**
 * How long a write may wait. A reload of the window gives no last chance to write, so this much may be
 * lost. The wait is a multiple of the time that the last round of writes took, so that a slow disk is not
 * busy all the time.
 */
const writeInterval = { leastMs: 250, mostMs: 1000, ofWriting: 8 };

/** How long to wait after a failed write; longer after each further failure. */
const retryInterval = { leastMs: 1000, mostMs: 10_000, factor: 2 };

/** Pending writes by key: a newer write replaces an older one of the same key. */
export class WriteQueue {
  readonly #events: WriteEvents;
  readonly #pending = new Map<string, () => Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();
  #intervalMs = writeInterval.leastMs;
  /** While writing fails, how long the next try waits. */
  #retryMs: number | undefined;

  constructor(events: WriteEvents) {
    this.#events = events;
  }

  /** Whether a write has failed and is being repeated. */
  get isFailing(): boolean {
    return this.#retryMs !== undefined;
  }

  /** Whether a write with this key is pending. */
  has(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Adds a write, to be done with the next round. */
  put(key: string, write: () => Promise<void>): void {
    this.#pending.set(key, write);
    this.#timer ??= setTimeout(() => void this.flush(), this.#intervalMs);
  }

  /** Starts a round of all pending writes and waits until each was tried. Throws nothing. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writeAfter(this.#writing);
    return this.#writing;
  }

  /** One round after another, so that an older state is never written after a newer one. */
  async #writeAfter(round: Promise<void>): Promise<void> {
    await round;
    const startedAt = Date.now();
    const errors = await this.#writeAll();
    const { leastMs, mostMs, ofWriting } = writeInterval;
    this.#intervalMs = Math.min(Math.max((Date.now() - startedAt) * ofWriting, leastMs), mostMs);
    if (errors.length > 0) {
      this.#retryLater(errors[0]);
    } else if (this.#retryMs !== undefined && this.#pending.size === 0) {
      this.#retryMs = undefined;
      this.#events.recovered();
    }
  }

  /** All at once, as a closing window may not have the time for one write after another. */
  async #writeAll(): Promise<readonly unknown[]> {
    const writes = [...this.#pending];
    this.#pending.clear();
    const errors = await Promise.all(
      writes.map(async ([key, write]) => {
        try {
          await write();
          return [];
        } catch (error) {
          if (!this.#pending.has(key)) {
            this.#pending.set(key, write);
          }
          return [error];
        }
      }),
    );
    return errors.flat();
  }

  #retryLater(error: unknown): void {
    const { leastMs, mostMs, factor } = retryInterval;
    if (this.#retryMs === undefined) {
      this.#events.failed(error);
      this.#retryMs = leastMs;
    } else {
      this.#retryMs = Math.min(this.#retryMs * factor, mostMs);
    }
    this.#timer ??= setTimeout(() => void this.flush(), this.#retryMs);
  }
}
