import type { Conversation } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ConversationStore } from './conversationStore.ts';

/** How long text of a running reply may be unsaved. */
const saveIntervalMs = 1000;

/** Keeps a conversation on disk up to date while it grows. */
export interface ConversationSaver {
  /** Takes note of what `event` changed; `conversation` is the one after it. */
  changed(conversation: Conversation, event: ConversationEvent): void;
  /** Writes what is not written yet and waits until it is. */
  flush(): Promise<void>;
}

/** `onFailure` hears of each write that failed; its turn is written again with the next change. */
export function createConversationSaver(
  store: ConversationStore,
  onFailure: (error: unknown) => void,
): ConversationSaver {
  const dirty = new Map<string, Conversation>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing = Promise.resolve();

  const writeDirty = async () => {
    const batch = [...dirty];
    dirty.clear();
    for (const [turnId, conversation] of batch) {
      try {
        await writeTurn(store, conversation, turnId);
      } catch (error) {
        // A newer state of the turn may have been noted while this one failed.
        dirty.set(turnId, dirty.get(turnId) ?? conversation);
        onFailure(error);
      }
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    // One write at a time, so that an older state never overtakes a newer one.
    writing = writing.then(writeDirty);
    return writing;
  };
  return {
    changed(conversation, event) {
      dirty.set(event.kind === 'turnStarted' ? event.turn.id : event.turnId, conversation);
      if (event.kind === 'turnStarted' || event.kind === 'turnEnded') {
        void flush();
      } else {
        timer ??= setTimeout(() => void flush(), saveIntervalMs);
      }
    },
    flush,
  };
}

async function writeTurn(
  store: ConversationStore,
  conversation: Conversation,
  turnId: string,
): Promise<void> {
  const turn = conversation.turns.find(({ id }) => id === turnId);
  if (turn !== undefined) {
    await store.saveHead(conversation);
    await store.saveTurn(conversation.id, turn);
  }
}
