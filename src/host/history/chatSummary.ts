import { conversationTitle } from '../../conversation/titleAndTags.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  type Guard,
  type ObjectOf,
  optional,
} from '../../shared/guards.ts';
import { maxNameLength } from '../../shared/conversation/storedConversation.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { StoredConversation } from '../store/loadConversation.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { folderChangedAt } from '../store/storePaths.ts';

/** Names in the files of a chat are cut to this length when they are read. An index with a longer one is wrong. */
const isName: Guard<string> = (value): value is string =>
  isString(value) && value.length <= maxNameLength;

const chatSummary = {
  id: isString,
  title: isName,
  createdAt: isFiniteNumber,
  /** When its last reply began or ended. */
  changedAt: isFiniteNumber,
  turnCount: isFiniteNumber,
  /** Of the last turn. */
  model: isName,
  connection: isName,
  /** Those of all turns, where there is more than one; at most 100. */
  models: optional(isArrayOf(isName)),
  connections: optional(isArrayOf(isName)),
  pinned: isBoolean,
  tags: isArrayOf(isName),
  workspace: optional(isName),
  /** The last change of its folders before it was read; 0 if the file system does not state it. */
  filesChangedAt: isFiniteNumber,
};

/** What a list shows of a stored chat. Times are milliseconds since 1970. */
export interface ChatSummary extends ObjectOf<typeof chatSummary> {}
export const isChatSummary: Guard<ChatSummary> = isObjectOf(chatSummary);

/** The summaries that are there, the newest first. */
export function newestFirst(summaries: Iterable<ChatSummary | undefined>): readonly ChatSummary[] {
  return [...summaries]
    .filter((summary) => summary !== undefined)
    .toSorted((a, b) => b.changedAt - a.changedAt);
}

/** The title that the user gave, else one from the first message, else `untitled`. */
export function titleOf(
  { conversation, labels }: Pick<StoredConversation, 'conversation' | 'labels'>,
  untitled: string,
): string {
  return labels.title ?? conversationTitle(conversation.turns[0]?.user) ?? untitled;
}

/** What summaries are read from. */
export interface SummarySource {
  readonly files: Pick<StoreFiles, 'changedAt'>;
  readonly store: Pick<ChatStore, 'load'>;
  /** The title of a chat without text. */
  readonly untitled: string;
  /** Called when a chat cannot be read; once per chat until it can be read again. */
  readonly onFailure: (error: unknown) => void;
}

/** The result of reading one chat. An empty chat has no summary. */
export interface SummaryReading {
  /** `neverRead`, or the last change of its folders before it was read. */
  readonly filesChangedAt: number;
  readonly summary: ChatSummary | undefined;
}

/** The time for a chat that could not be read. No folder has this time, so the next check reads the chat again. */
export const neverRead = -1;

/** Whether the chat could be read. */
export function isRead(reading: SummaryReading | undefined): boolean {
  return reading !== undefined && reading.filesChangedAt !== neverRead;
}

/**
 * Creates a function that reads the summary of a chat. If nothing of the chat can be read, the summary is the
 * one that was known before, or else has only the times of its folders.
 */
export function createSummaryReader({
  files,
  store,
  untitled,
  onFailure,
}: SummarySource): (id: string, before: SummaryReading | undefined) => Promise<SummaryReading> {
  const failing = new Set<string>();
  return async (id, before) => {
    let filesChangedAt = 0;
    const unread = (): ChatSummary => before?.summary ?? blankSummary(id, untitled, filesChangedAt);
    try {
      // Taken before the chat is read: if the chat changes while it is read, it is read again.
      filesChangedAt = await folderChangedAt(files, id);
      const stored = await store.load(id);
      failing.delete(id);
      const summary =
        stored && (summaryOf(stored, untitled, filesChangedAt) ?? damagedSummary(stored, unread()));
      return { filesChangedAt, summary: summary && { ...summary, filesChangedAt } };
    } catch (error) {
      if (!failing.has(id)) {
        failing.add(id);
        onFailure(error);
      }
      const summary = filesChangedAt > 0 ? unread() : before?.summary;
      return {
        filesChangedAt: neverRead,
        summary: summary && { ...summary, filesChangedAt: neverRead },
      };
    }
  };
}

/** Undefined where no turn can be read. */
function summaryOf(
  stored: StoredConversation,
  untitled: string,
  filesChangedAt: number,
): ChatSummary | undefined {
  const { conversation, labels } = stored;
  const { id, createdAt, turns } = conversation;
  const last = turns.at(-1);
  if (last === undefined) {
    return undefined;
  }
  return {
    id,
    title: titleOf(stored, untitled),
    createdAt,
    changedAt: turns.reduce(
      (latest, { reply }) => Math.max(latest, reply.endedAt ?? reply.startedAt),
      0,
    ),
    turnCount: turns.length,
    model: last.reply.model,
    connection: last.reply.connection,
    models: severalOf(turns.map(({ reply }) => reply.model)),
    connections: severalOf(turns.map(({ reply }) => reply.connection)),
    pinned: labels.pinned ?? false,
    tags: labels.tags ?? [],
    workspace: labels.workspace,
    filesChangedAt,
  };
}

/**
 * The summary of a chat without a readable turn: `unread` with the labels that can be read. Undefined if the
 * chat is empty, that is, if it has no damaged file and no file of a newer version.
 */
function damagedSummary(
  { conversation, labels, setAside, unreadable }: StoredConversation,
  unread: ChatSummary,
): ChatSummary | undefined {
  if (conversation.isReadOnly !== true && setAside.length + unreadable.length === 0) {
    return undefined;
  }
  const known = Object.entries(labels).filter(([, label]) => label !== undefined);
  const createdAt = conversation.createdAt || unread.createdAt;
  return { ...unread, createdAt, ...Object.fromEntries(known) };
}

function blankSummary(id: string, title: string, at: number): ChatSummary {
  return {
    id,
    title,
    createdAt: at,
    changedAt: at,
    turnCount: 0,
    model: '',
    connection: '',
    pinned: false,
    tags: [],
    filesChangedAt: at,
  };
}

/** How many models and how many connections of a chat can be searched for. */
const maxNames = 100;

function severalOf(names: readonly string[]): readonly string[] | undefined {
  const all = new Set(names);
  return all.size > 1 ? [...all].slice(0, maxNames) : undefined;
}
