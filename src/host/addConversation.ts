import type { ArchivedConversation } from '../chat/conversationArchive.ts';
import type { ConversationStore } from './conversationStore.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';

const turnsAtOnce = 32;

type Store = Pick<ConversationStore, 'saveTurn' | 'saveHead' | 'note' | 'remove' | 'purge'>;

/** Writes a conversation under an id that is not taken, whole or not at all. Throws what the file system throws. */
export async function addConversation(
  store: Store,
  id: string,
  { conversation, notes }: ArchivedConversation,
): Promise<void> {
  try {
    await forEachAtOnce(conversation.turns, turnsAtOnce, async (turn) => store.saveTurn(id, turn));
    await store.saveHead({ ...conversation, id });
    await store.note(id, notes);
  } catch (error) {
    await store
      .remove(id)
      .then(async () => store.purge(id))
      .catch(() => {});
    throw error;
  }
}
