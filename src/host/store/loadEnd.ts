import { turnLength } from '../../conversation/conversation.ts';
import { isOpenToOthers } from '../../conversation/merge/takeIn.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { readConversationHead, readTurn } from '../../shared/conversation/storedConversation.ts';
import { listJsonFiles } from './jsonFile.ts';
import { leaveDamaged, readStored } from './storedFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { headPath, turnPath, turnsPath } from './storePaths.ts';

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
  const isThis = (value: { readonly id: string }) => value.id === id;
  const path = headPath(id);
  const head = await readStored(files, path, readConversationHead, isThis, leaveDamaged);
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
    (turn) => turn.id === turnId,
    leaveDamaged,
  );
  const isEnded = kind === 'read' && value.reply.status !== 'running' && !isOpenToOthers(value);
  return isEnded ? value : undefined;
}
