// The package, since tests and benchmarks run this module where there is no `vscode`.
import * as l10n from '@vscode/l10n';
import { endInterrupted } from '../../conversation/conversationState.ts';
import { mergedHead, isOpenToOthers } from '../../conversation/takeIn.ts';
import type { ArchivedConversation } from '../../conversation/transfer/archive.ts';
import {
  type ChatLabels,
  type Conversation,
  type ConversationHead,
  isSafeId,
  type Turn,
} from '../../shared/conversation/conversation.ts';
import {
  boundedHead,
  readConversationHead,
  readLabels,
  readTurn,
} from '../../shared/conversation/storedConversation.ts';
import { isRecord } from '../../shared/guards.ts';
import { createKeyedMutex, forEachConcurrently } from '../base/concurrency.ts';
import { listJsonFiles, readJson, writeJson } from './jsonFile.ts';
import { loadConversation, loadEnd } from './loadConversation.ts';
import { ReadError } from './readError.ts';
import type { StoreFiles } from './storeFiles.ts';
import {
  headPath,
  imagesPath,
  removedFolder,
  removedImagesPath,
  removedPath,
  safeName,
  turnPath,
  turnsPath,
} from './storePaths.ts';
import { leaveDamaged, readStored, renameDamaged, storeFormat } from './storedFile.ts';

/**
 * Conversations on disk, a folder each: `conversation.json` with everything but the turns, and
 * `turns/<id>.json` for each turn, so that two windows can add turns without overwriting each other's.
 * Every method throws what the file system throws. `docs/store.md` describes the files.
 */
export type ChatStore = ReturnType<typeof createChatStore>;

/** A store in `files`, which may be empty. `workspace` is a label of the conversations that begin here. */
export function createChatStore(files: StoreFiles, workspace?: string) {
  return {
    /**
     * The stored conversation, with whatever can be read of it; undefined where there is none. Changes
     * nothing on disk: damaged files are set aside by `open` only, whose caller tells the user.
     */
    load: async (id: string) => loadConversation(files, id, leaveDamaged),
    /** The same, but renames damaged files so that nothing overwrites them. */
    open: async (id: string) => loadConversation(files, id, renameDamaged),
    /**
     * The end of the shown path of a long conversation, which is read much sooner than the whole; undefined
     * where only the whole tells what is shown.
     */
    loadEnd: async (id: string) => loadEnd(files, id),
    ...createHeadStore(files, workspace),
    async saveTurn(
      conversationId: string,
      { isElsewhere: _window, isUncertain: _run, ...turn }: Turn,
    ) {
      await writeJson(files, turnPath(conversationId, turn.id), { ...turn, format: storeFormat });
    },
    /** The ids of the turns on disk, in no order. */
    async turnIds(conversationId: string) {
      const names = await listJsonFiles(files, turnsPath(conversationId));
      return names.map((name) => name.replace(/\.json$/, '')).filter(isSafeId);
    },
    /** A turn as it is in its file, perhaps still running; undefined where it cannot be read. */
    async loadTurn(conversationId: string, turnId: string) {
      const reading = await readJson(files, turnPath(conversationId, turnId));
      const turn = readTurn(reading.kind === 'value' ? reading.value : undefined);
      return turn?.id === turnId ? turn : undefined;
    },
    /** When a turn of the conversation was last written, in milliseconds since 1970; 0 where there is none. */
    turnsChangedAt: async (conversationId: string) => files.changedAt(turnsPath(conversationId)),
    /** When this turn was last written, in milliseconds since 1970; 0 where it is not there. */
    turnChangedAt: async (conversationId: string, turnId: string) =>
      files.changedAt(turnPath(conversationId, turnId)),
    /** The ids of all conversations, in no order. */
    async list() {
      const entries = await files.list('');
      return entries
        .filter(({ isFolder }) => isFolder)
        .map(({ name }) => name)
        .filter(isSafeId);
    },
    /** Deletes a conversation; `restore` brings it back until it is purged. */
    remove: async (id: string) => files.move(safeName(id), removedPath(id)),
    restore: async (id: string) => restore(files, id),
    /** Deletes for good what `remove` has deleted: one conversation, or all of them. */
    purge: async (id?: string) => files.remove(id === undefined ? removedFolder : removedPath(id)),
  };
}

/**
 * If another window has stored the conversation again since, only missing files are restored, and replies whose
 * end that window did not see.
 */
async function restore(files: StoreFiles, id: string): Promise<void> {
  if ((await files.list(safeName(id))).length === 0) {
    return files.move(removedPath(id), safeName(id));
  }
  for (const [from, to] of [
    [`${removedPath(id)}/turns`, turnsPath(id)],
    [removedImagesPath(id), imagesPath(id)],
    [removedPath(id), safeName(id)],
  ] as const) {
    const there = new Set((await files.list(to)).map(({ name }) => name));
    for (const { name } of await files.list(from)) {
      const [removed, stored] = [`${from}/${name}`, `${to}/${name}`];
      if (!there.has(name) || (await hasEndedOnly(files, removed, stored))) {
        await files.move(removed, stored);
      }
    }
  }
  await files.remove(removedPath(id));
}

/** Whether both files hold a turn and its reply has ended only in the first. Throws nothing. */
async function hasEndedOnly(files: StoreFiles, path: string, other: string): Promise<boolean> {
  const isOpen = async (one: string): Promise<boolean | undefined> => {
    const reading = await readJson(files, one);
    const turn = readTurn(reading.kind === 'value' ? reading.value : undefined);
    return turn && isOpenToOthers(endInterrupted(turn));
  };
  try {
    return (await isOpen(path)) === false && (await isOpen(other)) === true;
  } catch {
    return false;
  }
}

/** The files with everything of a conversation but its turns. */
function createHeadStore(files: StoreFiles, workspace?: string) {
  const inTurn = createKeyedMutex();
  return {
    /**
     * Writes everything but the turns and the labels. `base` is the head as it was last read or written:
     * with it only what has changed since is written, so that changes of another window stay. `labels` are
     * written where no file has them.
     */
    saveHead: async (
      { turns: _turns, ...mine }: Conversation,
      base?: ConversationHead,
      lastLabels: ChatLabels = { workspace },
    ) =>
      inTurn(mine.id, async () => {
        const stored = await storedHead(files, mine.id);
        const theirs = base && readConversationHead(stored);
        const head = base && theirs ? mergedHead({ base, mine, stored: theirs }) : mine;
        // Another window may have changed the labels.
        const labels = stored === undefined ? lastLabels : readLabels(stored);
        await writeJson(files, headPath(mine.id), { ...head, ...labels, format: storeFormat });
      }),
    /** The head and the labels as they are on disk; undefined where they cannot be read. */
    async loadHead(id: string) {
      const reading = await readJson(files, headPath(id));
      const head = reading.kind === 'value' ? readConversationHead(reading.value) : undefined;
      return head?.id === id ? { head, labels: readLabels(head) } : undefined;
    },
    /** When the head or the labels were last written, in milliseconds since 1970; 0 where there are none. */
    headChangedAt: async (id: string) => files.changedAt(headPath(id)),
    /**
     * Changes the labels that are given; one that is given as undefined is removed. Throws an error for the user
     * if the conversation has no files, as one that was just deleted.
     */
    setLabels: async (id: string, labels: ChatLabels) =>
      inTurn(id, async () => {
        const stored = await storedHead(files, id);
        // A file with the labels alone would take the place of the real one when a deletion is undone.
        if (stored === undefined && (await files.list(safeName(id))).length === 0) {
          throw new Error(l10n.t('This chat no longer exists.'));
        }
        const head = stored ?? { id, createdAt: Date.now() };
        await writeJson(files, headPath(id), { ...head, ...labels, format: storeFormat });
      }),
  };
}

/**
 * The contents of a head that is about to be overwritten; a damaged file is set aside first. Throws where
 * something would be lost: a file of a newer version, or one that can be neither read nor set aside.
 */
async function storedHead(
  files: StoreFiles,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const path = headPath(id);
  const stored = await readStored(
    files,
    path,
    (value) =>
      isRecord(value) && readConversationHead(value) !== undefined ? boundedHead(value) : undefined,
    id,
    renameDamaged,
  );
  if (stored.kind === 'newer') {
    throw new Error(
      l10n.t('This chat was saved by a newer version of Parley and cannot be changed.'),
    );
  }
  if (stored.kind === 'unreadable' || (stored.kind === 'setAside' && stored.name === path)) {
    throw new ReadError(l10n.t('A stored file could not be read: {0}', stored.name));
  }
  return stored.value;
}

const turnsAtOnce = 32;

/** Writes a conversation under an id that is not taken, whole or not at all. Throws what the file system throws. */
export async function addConversation(
  store: Pick<ChatStore, 'saveTurn' | 'saveHead' | 'setLabels' | 'remove' | 'purge'>,
  id: string,
  { conversation, labels }: ArchivedConversation,
): Promise<void> {
  try {
    await forEachConcurrently(conversation.turns, turnsAtOnce, async (turn) =>
      store.saveTurn(id, turn),
    );
    await store.saveHead({ ...conversation, id });
    await store.setLabels(id, labels);
  } catch (error) {
    await store
      .remove(id)
      .then(async () => store.purge(id))
      .catch(() => {});
    throw error;
  }
}
