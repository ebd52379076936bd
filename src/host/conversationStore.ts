import type { Conversation, Turn } from '../shared/conversation.ts';
import { isTurn } from '../shared/conversationGuard.ts';
import { readNotes, type ConversationNotes } from '../shared/conversationNotes.ts';
import { isRecord } from '../shared/guards.ts';
import { isSafeId } from '../shared/safeId.ts';
import { listJsonFiles, readJson, writeJson } from './jsonFile.ts';
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
  /** The ids of the turns on disk, in no order. */
  turnIds(conversationId: string): Promise<readonly string[]>;
  /** A turn as its file has it, which may be that of a reply still running; nothing where it cannot be read. */
  loadTurn(conversationId: string, turnId: string): Promise<Turn | undefined>;
  /** When a turn was added or written last, in milliseconds since 1970. */
  turnsChangedAt(conversationId: string): Promise<number>;
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
    async turnIds(conversationId) {
      const names = await listJsonFiles(files, turnsPath(conversationId));
      return names.map((name) => name.replace(/\.json$/, '')).filter(isSafeId);
    },
    async loadTurn(conversationId, turnId) {
      const path = `${turnsPath(conversationId)}/${safeName(turnId)}.json`;
      const reading = await readJson(files, path);
      const value = reading.kind === 'value' ? reading.value : undefined;
      return isTurn(value) && value.id === turnId ? value : undefined;
    },
    turnsChangedAt: async (conversationId) => files.changedAt(turnsPath(conversationId)),
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
    restore: async (id) => restore(files, id),
    purge: async (id) => files.remove(id === undefined ? removedFolder : removedPath(id)),
  };
}

/** A move would take the place of what somebody has gone on with. */
async function restore(files: StoreFiles, id: string): Promise<void> {
  if ((await files.list(safeName(id))).length > 0) {
    throw new Error('The chat has been gone on with in another window and is there already.');
  }
  await files.move(removedPath(id), safeName(id));
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
