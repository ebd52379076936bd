import { endInterrupted } from '../../conversation/conversation.ts';
import {
  type ChatLabels,
  type Conversation,
  type Turn,
} from '../../shared/conversation/conversation.ts';
import {
  readConversationHead,
  readLabels,
  readTurn,
} from '../../shared/conversation/storedConversation.ts';
import { listJsonFiles } from './jsonFile.ts';
import { listDamaged, readStored, type SetAside, type Stored } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath, safeName, turnsPath } from './storePaths.ts';

/** A conversation as it was found. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly labels: ChatLabels;
  /** The names of damaged files: those they were renamed to, or their own where they were left. */
  readonly setAside: readonly string[];
  /** The names of files that the file system could not read, each with the reason. */
  readonly unreadable: readonly string[];
}

/**
 * Loads whatever can be read of a conversation; undefined where there is none. Damaged files go to
 * `setAside`. Where all were set aside before, the result has no turns and their names. Throws what the file
 * system throws while it lists the files.
 */
export async function loadConversation(
  files: StoreFiles,
  id: string,
  setAside: SetAside,
): Promise<StoredConversation | undefined> {
  const head = await readStored(
    files,
    headPath(id),
    readConversationHead,
    (value) => value.id === id,
    setAside,
  );
  const turns = await readTurns(files, id, setAside);
  const all = [head, ...turns];
  if (all.every(({ kind }) => kind === 'missing')) {
    const damaged = [
      ...(await listDamaged(files, safeName(id))),
      ...(await listDamaged(files, turnsPath(id))),
    ];
    return damaged.length === 0
      ? undefined
      : {
          conversation: { id, createdAt: 0, turns: [] },
          labels: {},
          setAside: damaged,
          unreadable: [],
        };
  }
  const readable = turns
    .flatMap(({ value }) => value ?? [])
    .toSorted((a, b) => a.reply.startedAt - b.reply.startedAt);
  // Where the head is damaged the turns can still be shown.
  const known = head.value ?? { id, createdAt: readable[0]?.reply.startedAt ?? 0 };
  const isReadOnly = all.some(({ kind }) => kind === 'newer') ? true : undefined;
  return {
    conversation: {
      ...withLatestHead({ ...known, turns: readable.map(endInterrupted) }),
      // These two never come from a file.
      isReadOnly,
      isTemporary: undefined,
    },
    labels: readLabels(head.value),
    setAside: all.flatMap((stored) => (stored.kind === 'setAside' ? stored.name : [])),
    unreadable: all.flatMap((stored) => (stored.kind === 'unreadable' ? stored.name : [])),
  };
}

async function readTurns(
  files: StoreFiles,
  id: string,
  setAside: SetAside,
): Promise<readonly Stored<Turn>[]> {
  const names = await listJsonFiles(files, turnsPath(id));
  return Promise.all(
    names.map(async (name) =>
      readStored(
        files,
        `${turnsPath(id)}/${name}`,
        readTurn,
        (turn) => `${turn.id}.json` === name,
        setAside,
      ),
    ),
  );
}

/** A crash may leave a head that names a turn which was not written: then the latest turn is shown. */
function withLatestHead(conversation: Conversation): Conversation {
  const { turns, headId } = conversation;
  return turns.some(({ id }) => id === headId)
    ? conversation
    : { ...conversation, headId: turns.at(-1)?.id };
}
