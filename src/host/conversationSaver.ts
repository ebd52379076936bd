import type { Conversation } from '../shared/conversation.ts';
import { isHeadEvent, type ConversationEvent } from '../shared/conversationEvent.ts';
import type { ConversationStore } from './conversationStore.ts';

/**
 * How long text of a running reply stays unsaved. When the window is reloaded there is no last
 * chance to write, so this is what a reload may cost. It grows with the time that writing takes, so
 * that saving a long reply to a slow disk takes at most a part of the time.
 */
const saveInterval = { leastMs: 250, mostMs: 1000, ofWriting: 8 };

/** Keeps a conversation on disk up to date while it grows. */
export interface ConversationSaver {
  /** Takes note of what `event` changed; `conversation` is the one after it. */
  changed(conversation: Conversation, event: ConversationEvent): void;
  /** Writes what is not written yet and waits until it is. */
  flush(): Promise<void>;
}

/** `onFailure` hears of each write that failed; it is tried again with the next change. */
export function createConversationSaver(
  store: ConversationStore,
  onFailure: (error: unknown) => void,
): ConversationSaver {
  /** By what they write, so that a newer state takes the place of an older one. */
  const pending = new Map<string, () => Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();
  let intervalMs = saveInterval.leastMs;

  // One round at a time, so that an older state never overtakes a newer one.
  const writeAfter = async (round: Promise<void>) => {
    await round;
    const startedAt = Date.now();
    await writePending(pending, onFailure);
    const { leastMs, mostMs, ofWriting } = saveInterval;
    intervalMs = Math.min(Math.max((Date.now() - startedAt) * ofWriting, leastMs), mostMs);
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writeAfter(writing);
    return writing;
  };
  return {
    changed(conversation, event) {
      if (event.kind === 'turnStarted' || isHeadEvent(event)) {
        pending.set(conversation.id, async () => store.saveHead(conversation));
      }
      if (!isHeadEvent(event)) {
        const turnId = event.kind === 'turnStarted' ? event.turn.id : event.turnId;
        pending.set(turnId, async () => saveTurn(store, conversation, turnId));
      }
      if (event.kind === 'turnStarted' || event.kind === 'turnEnded') {
        void flush();
      } else {
        timer ??= setTimeout(() => void flush(), intervalMs);
      }
    },
    flush,
  };
}

/** All at once: a window that is about to close may not live for one write after another. */
async function writePending(
  pending: Map<string, () => Promise<void>>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const writes = [...pending];
  pending.clear();
  await Promise.all(
    writes.map(async ([id, write]) => {
      try {
        await write();
      } catch (error) {
        if (!pending.has(id)) {
          pending.set(id, write);
        }
        onFailure(error);
      }
    }),
  );
}

async function saveTurn(
  store: ConversationStore,
  conversation: Conversation,
  turnId: string,
): Promise<void> {
  const turn = conversation.turns.find(({ id }) => id === turnId);
  if (turn !== undefined) {
    await store.saveTurn(conversation.id, turn);
  }
}
