import type { Conversation, Turn } from '../shared/conversation.ts';
import { readNotes, type ConversationNotes } from '../shared/conversationNotes.ts';
import { isRecord } from '../shared/guards.ts';
import { isSafeId } from '../shared/safeId.ts';
import { readJson, writeJson } from './jsonFile.ts';
import { loadConversation, type StoredConversation } from './loadConversation.ts';
import { isNewerFormat, storeFormat } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath, removedFolder, removedPath, safeName, turnsPath } from './storePaths.ts';

/**
 * Conversations on disk, a folder each: `conversation.json` with everything but the turns, and
 * `turns/<id>.json` for each turn, so that two windows can add turns without overwriting another's.
 * Whatever writes throws what the file system throws.
 */
export interface ConversationStore {
  /** The stored conversation, with whatever can be read of it; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Writes everything but the turns and the notes. */
  saveHead(conversation: Conversation): Promise<void>;
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
  /** Changes the notes that are given; one that is given as undefined is removed. */
  note(id: string, notes: ConversationNotes): Promise<void>;
  /** The ids of all conversations, in no order. */
  list(): Promise<readonly string[]>;
  /** Takes a conversation away; `restore` brings it back until it is purged. */
  remove(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** Deletes for good what was taken away: one conversation, or all of them. */
  purge(id?: string): Promise<void>;
}

/** A store of `files`, of which there need not be any yet; `workspace` is noted of what begins now. */
export function createConversationStore(files: StoreFiles, workspace?: string): ConversationStore {
  return {
    load: async (id) => loadConversation(files, id),
    async saveHead({ turns: _turns, ...head }) {
      const stored = await storedHead(files, head.id);
      // Another window may have changed the notes meanwhile.
      const notes = stored === undefined ? { workspace } : readNotes(stored);
      await writeJson(files, headPath(head.id), { ...head, ...notes, format: storeFormat });
    },
    async saveTurn(conversationId, turn) {
      const path = `${turnsPath(conversationId)}/${safeName(turn.id)}.json`;
      await writeJson(files, path, { ...turn, format: storeFormat });
    },
    async note(id, notes) {
      const head = (await storedHead(files, id)) ?? { id, createdAt: Date.now() };
      await writeJson(files, headPath(id), { ...head, ...notes, format: storeFormat });
    },
    async list() {
      const entries = await files.list('');
      return entries
        .filter(({ isFolder }) => isFolder)
        .map(({ name }) => name)
        .filter(isSafeId);
    },
    remove: async (id) => files.move(safeName(id), removedPath(id)),
    restore: async (id) => files.move(removedPath(id), safeName(id)),
    purge: async (id) => files.remove(id === undefined ? removedFolder : removedPath(id)),
  };
}

/** What is to be written over; throws where that would lose what a newer version has written. */
async function storedHead(
  files: StoreFiles,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const reading = await readJson(files, headPath(id));
  const value = reading.kind === 'value' ? reading.value : undefined;
  if (isNewerFormat(value)) {
    throw new Error('A newer version of Parley has written this conversation; it is not changed.');
  }
  return isRecord(value) ? value : undefined;
}
