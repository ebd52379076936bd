import { mergedHead } from '../chat/mergedHead.ts';
import type { Conversation, ConversationHead } from '../shared/conversation.ts';
import { readConversationHead } from '../shared/conversationGuard.ts';
import { readNotes, type ConversationNotes } from '../shared/conversationNotes.ts';
import { isRecord } from '../shared/guards.ts';
import { readJson, writeJson } from './jsonFile.ts';
import { readStored, renameDamaged, storeFormat } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath } from './storePaths.ts';
import { createTurnTaker } from './turnTaker.ts';

/** What `conversation.json` holds. */
interface StoredHead {
  readonly head: ConversationHead;
  readonly notes: ConversationNotes;
}

/** The files with everything of a conversation but its turns. What writes throws what the file system throws. */
export interface HeadStore {
  /**
   * Writes everything but the turns and the notes. With `base`, the head as it was read or written
   * last, only what has changed since then, so that what another window has changed stays.
   */
  saveHead(conversation: Conversation, base?: ConversationHead): Promise<void>;
  /** The head and the notes as they are now; nothing where they cannot be read. */
  loadHead(id: string): Promise<StoredHead | undefined>;
  /** When the head or the notes were written last, in milliseconds since 1970; 0 where there are none. */
  headChangedAt(id: string): Promise<number>;
  /** Changes the notes that are given; one that is given as undefined is removed. */
  note(id: string, notes: ConversationNotes): Promise<void>;
}

/** The heads in `files`; `workspace` is noted of what begins now. */
export function createHeadStore(files: StoreFiles, workspace?: string): HeadStore {
  const inTurn = createTurnTaker();
  return {
    saveHead: async ({ turns: _turns, ...mine }, base) =>
      inTurn(mine.id, async () => {
        const stored = await storedHead(files, mine.id);
        const theirs = base && readConversationHead(stored);
        const head = base && theirs ? mergedHead({ base, mine, stored: theirs }) : mine;
        // Another window may have changed the notes meanwhile.
        const notes = stored === undefined ? { workspace } : readNotes(stored);
        await writeJson(files, headPath(mine.id), { ...head, ...notes, format: storeFormat });
      }),
    async loadHead(id) {
      const reading = await readJson(files, headPath(id));
      const head = reading.kind === 'value' ? readConversationHead(reading.value) : undefined;
      return head?.id === id ? { head, notes: readNotes(head) } : undefined;
    },
    headChangedAt: async (id) => files.changedAt(headPath(id)),
    note: async (id, notes) =>
      inTurn(id, async () => {
        const head = (await storedHead(files, id)) ?? { id, createdAt: Date.now() };
        await writeJson(files, headPath(id), { ...head, ...notes, format: storeFormat });
      }),
  };
}

/**
 * What is to be written over; what cannot be understood is set aside before. Throws where something would
 * be lost: what a newer version has written, and what can be neither read nor set aside.
 */
async function storedHead(
  files: StoreFiles,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = headPath(id);
  const stored = await readStored(
    files,
    path,
    (value) => (isRecord(value) && readConversationHead(value) !== undefined ? value : undefined),
    (value) => value['id'] === id,
    renameDamaged,
  );
  if (stored.kind === 'newer') {
    throw new Error('A newer version of Parley has written this conversation; it is not changed.');
  }
  if (stored.kind === 'unreadable' || (stored.kind === 'setAside' && stored.name === path)) {
    throw new Error(`What is there cannot be read: ${stored.name}`);
  }
  return stored.value;
}
