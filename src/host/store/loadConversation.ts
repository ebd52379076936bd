import { endInterrupted } from '../../conversation/conversation.ts';
import {
  type Conversation,
  type ChatLabels,
  readLabels,
  type Turn,
} from '../../shared/conversation/conversation.ts';
import { isTurn, readConversationHead } from '../../shared/conversation/conversationGuard.ts';
import { listJsonFiles } from './jsonFile.ts';
import { readStored, type SetAside, type Stored } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath, turnsPath } from './storePaths.ts';

/** A conversation as it was found. */
export interface StoredConversation {
  readonly conversation: Conversation;
  readonly notes: ChatLabels;
  /** Files with something else in them than there should be; under these names, bytes and all. */
  readonly setAside: readonly string[];
  /** Files that the file system does not give now, each with the reason. */
  readonly unreadable: readonly string[];
}

/** Whatever can be read of a conversation; nothing where there is none. `setAside` gets the rest. */
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
    return undefined;
  }
  const readable = turns
    .flatMap(({ value }) => value ?? [])
    .toSorted((a, b) => a.reply.startedAt - b.reply.startedAt);
  // Without its head a conversation still has its turns.
  const known = head.value ?? { id, createdAt: readable[0]?.reply.startedAt ?? 0 };
  const isReadOnly = all.some(({ kind }) => kind === 'newer') ? true : undefined;
  return {
    conversation: {
      ...withLatestHead({ ...known, turns: readable.map(endInterrupted) }),
      // Whatever a file says of itself.
      isReadOnly,
      isTemporary: undefined,
    },
    notes: readLabels(head.value),
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
        (value) => (isTurn(value) ? value : undefined),
        (turn) => `${turn.id}.json` === name,
        setAside,
      ),
    ),
  );
}

/** A head that was written before its turn was would show nothing: then it is the latest turn. */
function withLatestHead(conversation: Conversation): Conversation {
  const { turns, headId } = conversation;
  return turns.some(({ id }) => id === headId)
    ? conversation
    : { ...conversation, headId: turns.at(-1)?.id };
}
