import * as vscode from 'vscode';
import type { Conversation, Turn } from '../shared/conversation.ts';
import { isTurn, readConversationHead } from '../shared/conversationGuard.ts';
import { listJsonFiles, readJson, writeJson } from './jsonFile.ts';
import type { Log } from './log.ts';

/**
 * Conversations on disk, a folder each: `conversation.json` with everything but the turns, and
 * `turns/<id>.json` for each turn, so that two windows can add turns without overwriting another's.
 */
export interface ConversationStore {
  /** The stored conversation, with whatever turns can be read; nothing where there is none. */
  load(id: string): Promise<Conversation | undefined>;
  /** Writes everything but the turns. Throws what the file system throws. */
  saveHead(conversation: Conversation): Promise<void>;
  /** Writes one turn. Throws what the file system throws. */
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
}

/** A store under `root`, which need not exist yet. Works through any file system of VS Code's. */
export function createConversationStore(root: vscode.Uri, log: Log): ConversationStore {
  const folder = (id: string) => vscode.Uri.joinPath(root, safeName(id));
  const headFile = (id: string) => vscode.Uri.joinPath(folder(id), 'conversation.json');
  const turnsFolder = (id: string) => vscode.Uri.joinPath(folder(id), 'turns');
  return {
    async load(id) {
      const head = readConversationHead(await readGuarded(headFile(id), log));
      return head && withLatestHead({ ...head, turns: await loadTurns(turnsFolder(id), log) });
    },
    async saveHead({ turns: _turns, ...head }) {
      await vscode.workspace.fs.createDirectory(turnsFolder(head.id));
      await writeJson(headFile(head.id), { format: 1, ...head });
    },
    async saveTurn(conversationId, turn) {
      const file = vscode.Uri.joinPath(turnsFolder(conversationId), `${safeName(turn.id)}.json`);
      await writeJson(file, { format: 1, ...turn });
    },
  };
}

/** A head that was written before its turn was would show nothing: then it is the latest turn. */
function withLatestHead(conversation: Conversation): Conversation {
  const { turns, headId } = conversation;
  return turns.some(({ id }) => id === headId)
    ? conversation
    : { ...conversation, headId: turns.at(-1)?.id };
}

async function loadTurns(folder: vscode.Uri, log: Log): Promise<readonly Turn[]> {
  const names = await listJsonFiles(folder);
  const values = await Promise.all(
    names.map(async (name) => readGuarded(vscode.Uri.joinPath(folder, name), log)),
  );
  return values
    .filter(isTurn)
    .map(endInterrupted)
    .toSorted((a, b) => a.reply.startedAt - b.reply.startedAt);
}

/** A reply that was running when its extension host ended will not go on. */
function endInterrupted(turn: Turn): Turn {
  return turn.reply.status === 'running'
    ? { ...turn, reply: { ...turn.reply, status: 'truncated' } }
    : turn;
}

async function readGuarded(file: vscode.Uri, log: Log): Promise<unknown> {
  try {
    return await readJson(file);
  } catch (error) {
    log.warn(
      `A stored file could not be read and was left as it is: ${file.path}: ${String(error)}`,
    );
    return undefined;
  }
}

/** Ids become file names; one that is not made of the characters of our ids names nothing. */
function safeName(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new Error('This is not the id of a conversation or turn.');
  }
  return id;
}
