import type { Turn } from '../shared/conversation.ts';
import { isTurn } from '../shared/conversationGuard.ts';
import { isSafeId } from '../shared/safeId.ts';
import { createHeadStore, type HeadStore } from './headStore.ts';
import { listJsonFiles, readJson, writeJson } from './jsonFile.ts';
import { loadConversation, type StoredConversation } from './loadConversation.ts';
import { leaveDamaged, renameDamaged, storeFormat } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { removedFolder, removedPath, safeName, turnsPath } from './storePaths.ts';

/**
 * Conversations on disk, a folder each: `conversation.json` with everything but the turns, and
 * `turns/<id>.json` for each turn, so that two windows can add turns without overwriting another's.
 * Whatever writes throws what the file system throws.
 */
export interface ConversationStore extends HeadStore {
  /**
   * The stored conversation, with whatever can be read of it; nothing where there is none. Changes
   * nothing: what is damaged is left for `open`, so that it is set aside where that is said.
   */
  load(id: string): Promise<StoredConversation | undefined>;
  /** The same, and sets aside what is damaged. */
  open(id: string): Promise<StoredConversation | undefined>;
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
  /** The ids of the turns on disk, in no order. */
  turnIds(conversationId: string): Promise<readonly string[]>;
  /** A turn as its file has it, which may be that of a reply still running; nothing where it cannot be read. */
  loadTurn(conversationId: string, turnId: string): Promise<Turn | undefined>;
  /** When a turn was added or written last, in milliseconds since 1970. */
  turnsChangedAt(conversationId: string): Promise<number>;
  /** When this turn was written last, in milliseconds since 1970. */
  turnChangedAt(conversationId: string, turnId: string): Promise<number>;
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
    load: async (id) => loadConversation(files, id, leaveDamaged),
    open: async (id) => loadConversation(files, id, renameDamaged),
    ...createHeadStore(files, workspace),
    async saveTurn(conversationId, { isElsewhere: _window, ...turn }) {
      await writeJson(files, turnPath(conversationId, turn.id), { ...turn, format: storeFormat });
    },
    async turnIds(conversationId) {
      const names = await listJsonFiles(files, turnsPath(conversationId));
      return names.map((name) => name.replace(/\.json$/, '')).filter(isSafeId);
    },
    async loadTurn(conversationId, turnId) {
      const reading = await readJson(files, turnPath(conversationId, turnId));
      const value = reading.kind === 'value' ? reading.value : undefined;
      return isTurn(value) && value.id === turnId ? value : undefined;
    },
    turnsChangedAt: async (conversationId) => files.changedAt(turnsPath(conversationId)),
    turnChangedAt: async (conversationId, turnId) =>
      files.changedAt(turnPath(conversationId, turnId)),
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

function turnPath(conversationId: string, turnId: string): string {
  return `${turnsPath(conversationId)}/${safeName(turnId)}.json`;
}

/** What somebody has gone on with meanwhile stays: only what is missing there comes back. */
async function restore(files: StoreFiles, id: string): Promise<void> {
  if ((await files.list(safeName(id))).length === 0) {
    return files.move(removedPath(id), safeName(id));
  }
  for (const [from, to] of [
    [`${removedPath(id)}/turns`, turnsPath(id)],
    [removedPath(id), safeName(id)],
  ] as const) {
    const there = new Set((await files.list(to)).map(({ name }) => name));
    const missing = (await files.list(from)).filter(({ name }) => !there.has(name));
    for (const { name } of missing) {
      await files.move(`${from}/${name}`, `${to}/${name}`);
    }
  }
  await files.remove(removedPath(id));
}
