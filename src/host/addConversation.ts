import type { ArchivedConversation } from '../chat/conversationArchive.ts';
import type { ConversationStore } from './conversationStore.ts';

/** Writes a whole conversation under an id that is not taken. Throws what the file system throws. */
export async function addConversation(
  store: Pick<ConversationStore, 'saveTurn' | 'saveHead' | 'note'>,
  id: string,
  { conversation, notes }: ArchivedConversation,
): Promise<void> {
  await Promise.all(conversation.turns.map(async (turn) => store.saveTurn(id, turn)));
  await store.saveHead({ ...conversation, id });
  await store.note(id, notes);
}
