import type { Conversation, Turn } from '../shared/conversation.ts';
import { isTurn, readConversationHead } from '../shared/conversationGuard.ts';
import { isRecord } from '../shared/guards.ts';
import { listJsonFiles, readJson, writeJson, type JsonReading } from './jsonFile.ts';
import { messageOf } from './messageOf.ts';
import type { StoreFiles } from './storeFiles.ts';

/** The format that is written; `docs/store.md` describes it. */
const format = 1;

/**
 * Conversations on disk, a folder each: `conversation.json` with everything but the turns, and
 * `turns/<id>.json` for each turn, so that two windows can add turns without overwriting another's.
 */
export interface ConversationStore {
  /** The stored conversation, with whatever can be read of it; nothing where there is none. */
  load(id: string): Promise<StoredConversation | undefined>;
  /** Writes everything but the turns. Throws what the file system throws. */
  saveHead(conversation: Conversation): Promise<void>;
  /** Writes one turn. Throws what the file system throws. */
  saveTurn(conversationId: string, turn: Turn): Promise<void>;
}

/** A conversation as it was found. */
export interface StoredConversation {
  readonly conversation: Conversation;
  /** Files with something else in them than there should be; now under these names, bytes and all. */
  readonly setAside: readonly string[];
  /** Files that the file system does not give now, each with the reason. */
  readonly unreadable: readonly string[];
}

/** A store of `files`, of which there need not be any yet. */
export function createConversationStore(files: StoreFiles): ConversationStore {
  return {
    load: async (id) => load(files, safeName(id)),
    async saveHead({ turns: _turns, ...head }) {
      await writeJson(files, headPath(safeName(head.id)), { ...head, format });
    },
    async saveTurn(conversationId, turn) {
      const path = `${turnsPath(safeName(conversationId))}/${safeName(turn.id)}.json`;
      await writeJson(files, path, { ...turn, format });
    },
  };
}

function headPath(id: string): string {
  return `${id}/conversation.json`;
}

function turnsPath(id: string): string {
  return `${id}/turns`;
}

/** What one file holds. */
type Stored<T> =
  | { readonly kind: 'read' | 'newer'; readonly value: T }
  | { readonly kind: 'missing' | 'newer'; readonly value?: undefined }
  | { readonly kind: 'setAside' | 'unreadable'; readonly name: string; readonly value?: undefined };

async function load(files: StoreFiles, id: string): Promise<StoredConversation | undefined> {
  const head = await readStored(
    files,
    headPath(id),
    readConversationHead,
    (value) => value.id === id,
  );
  const names = await listJsonFiles(files, turnsPath(id));
  const turns = await Promise.all(
    names.map(async (name) =>
      readStored(
        files,
        `${turnsPath(id)}/${name}`,
        (value) => (isTurn(value) ? value : undefined),
        (turn) => `${turn.id}.json` === name,
      ),
    ),
  );
  const all = [head, ...turns];
  if (all.every(({ kind }) => kind === 'missing')) {
    return undefined;
  }
  const readable = turns
    .flatMap(({ value }) => value ?? [])
    .map(endInterrupted)
    .toSorted((a, b) => a.reply.startedAt - b.reply.startedAt);
  // Without its head a conversation still has its turns.
  const known = head.value ?? { id, createdAt: readable[0]?.reply.startedAt ?? 0 };
  return {
    conversation: {
      ...withLatestHead({ ...known, turns: readable }),
      ...(all.some(({ kind }) => kind === 'newer') && { isReadOnly: true }),
    },
    setAside: all.flatMap((stored) => (stored.kind === 'setAside' ? stored.name : [])),
    unreadable: all.flatMap((stored) => (stored.kind === 'unreadable' ? stored.name : [])),
  };
}

/**
 * Reads a file; one that holds something else than it should is set aside, unless a newer version
 * has written it.
 */
async function readStored<T>(
  files: StoreFiles,
  path: string,
  guard: (value: unknown) => T | undefined,
  isInPlace: (value: T) => boolean,
): Promise<Stored<T>> {
  const reading = await tryRead(files, path);
  if (reading.kind === 'missing') {
    return { kind: 'missing' };
  }
  if (reading.kind === 'unreadable') {
    return { kind: 'unreadable', name: `${path}: ${reading.reason}` };
  }
  const raw = reading.kind === 'value' ? reading.value : undefined;
  const isNewer = isRecord(raw) && typeof raw['format'] === 'number' && raw['format'] > format;
  const value = guard(raw);
  if (value !== undefined && isInPlace(value)) {
    return { kind: isNewer ? 'newer' : 'read', value };
  }
  return isNewer ? { kind: 'newer' } : { kind: 'setAside', name: await setAside(files, path) };
}

async function tryRead(
  files: StoreFiles,
  path: string,
): Promise<JsonReading | { readonly kind: 'unreadable'; readonly reason: string }> {
  try {
    return await readJson(files, path);
  } catch (error) {
    return { kind: 'unreadable', reason: messageOf(error) };
  }
}

/** Renames a file so that nothing writes over it. Where even that fails, it stays where it is. */
async function setAside(files: StoreFiles, path: string): Promise<string> {
  const name = `${path}.${Date.now()}.damaged`;
  try {
    await files.move(path, name);
    return name;
  } catch {
    return path;
  }
}

/** A head that was written before its turn was would show nothing: then it is the latest turn. */
function withLatestHead(conversation: Conversation): Conversation {
  const { turns, headId } = conversation;
  return turns.some(({ id }) => id === headId)
    ? conversation
    : { ...conversation, headId: turns.at(-1)?.id };
}

/** A reply that was running when its extension host ended will not go on. */
function endInterrupted(turn: Turn): Turn {
  return turn.reply.status === 'running'
    ? { ...turn, reply: { ...turn.reply, status: 'truncated' } }
    : turn;
}

/** Ids become file names; one that is not made of the characters of our ids names nothing. */
function safeName(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new Error('This is not the id of a conversation or turn.');
  }
  return id;
}
