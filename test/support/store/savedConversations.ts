import { createChatStore } from '../../../src/host/store/chatStore.ts';
import type { Conversation, Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../builders.ts';
import type { MemoryFiles } from './memoryFiles.ts';

/** A turn with its whole reply. */
export function done(id: string, startedAt: number, parentId?: string): Turn {
  const reply = {
    status: 'completed',
    text: `reply ${id}`,
    startedAt,
    endedAt: startedAt,
  } as const;
  return aTurn(id, { parentId, reply });
}

/** A conversation of so many turns. */
export function aConversation(id: string, turnCount: number): Conversation {
  const turns = Array.from({ length: turnCount }, (_, index) =>
    done(`${id}-${index}`, index + 1, index === 0 ? undefined : `${id}-${index - 1}`),
  );
  return { id, createdAt: 1, turns, headId: turns.at(-1)?.id };
}

/** Saves a conversation as Parley does. */
export async function save(files: MemoryFiles, conversation: Conversation): Promise<void> {
  const store = createChatStore(files);
  await store.saveHead(conversation);
  await Promise.all(conversation.turns.map(async (turn) => store.saveTurn(conversation.id, turn)));
}

/** What is stored of a conversation. */
export async function load(files: MemoryFiles, id: string) {
  return createChatStore(files).open(id);
}

/** Without what the store adds. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'format' ? undefined : inner)),
  );
}
