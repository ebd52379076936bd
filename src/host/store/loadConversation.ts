import { endInterrupted, turnLength } from '../../conversation/conversationState.ts';
import type { ChatLabels, Conversation, Turn } from '../../shared/conversation/conversation.ts';
import {
  readConversationHead,
  readLabels,
  readTurn,
} from '../../shared/conversation/storedConversation.ts';
import { listJsonFiles } from './jsonFile.ts';
import { listDamaged, readStored, type SetAside, type Stored, leaveDamaged } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath, safeName, turnsPath, turnPath } from './storePaths.ts';
import { isOpenToOthers } from '../../conversation/takeIn.ts';

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
  const head = await readStored(files, headPath(id), readConversationHead, id, setAside);
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
        name.replace(/\.json$/, ''),
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

/** A conversation with fewer turns is read as a whole in hardly more time than its end. */
const minTurns = 300;

/** The end is as many characters long as fill any view, and has at most this many turns. */
const end = { characters: 40_000, turns: 40 };

/**
 * Reads the last turns of the shown path of a long conversation, and nothing else of it. Undefined where the
 * conversation is short, where its end is not there as a whole, and where another window may be changing it:
 * then only reading all of it tells what it is. Changes nothing on disk. Throws what the file system throws
 * while it lists the files.
 */
export async function loadEnd(files: StoreFiles, id: string): Promise<Conversation | undefined> {
  if ((await listJsonFiles(files, turnsPath(id))).length < minTurns) {
    return undefined;
  }
  const path = headPath(id);
  const head = await readStored(files, path, readConversationHead, id, leaveDamaged);
  const turns: Turn[] = [];
  let next = head.kind === 'read' ? head.value.headId : undefined;
  while (next !== undefined && !isEnough(turns)) {
    const turn = await readEnded(files, id, next);
    if (turn === undefined) {
      return undefined;
    }
    turns.unshift(turn);
    next = turn.parentId;
  }
  return head.kind === 'read' && turns.length > 0
    ? { ...head.value, turns, isReadOnly: undefined, isTemporary: undefined }
    : undefined;
}

/** Never between a reply and its continuation, unless there is no end to them. */
function isEnough(turns: readonly Turn[]): boolean {
  const length = turns.reduce((sum, turn) => sum + turnLength(turn), 0);
  const isLong = length >= end.characters || turns.length >= end.turns;
  return isLong && (turns[0]?.isContinuation !== true || turns.length >= 2 * end.turns);
}

/** A turn that can no longer change; undefined for any other. */
async function readEnded(files: StoreFiles, id: string, turnId: string): Promise<Turn | undefined> {
  const { kind, value } = await readStored(
    files,
    turnPath(id, turnId),
    readTurn,
    turnId,
    leaveDamaged,
  );
  const isEnded = kind === 'read' && value.reply.status !== 'running' && !isOpenToOthers(value);
  return isEnded ? value : undefined;
}
