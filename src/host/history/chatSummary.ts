import { conversationTitle } from '../../conversation/labels.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
  type Guard,
} from '../../shared/guards.ts';
import type { StoredConversation } from '../store/loadConversation.ts';

/** What the history shows of a conversation. Times are milliseconds since 1970. */
export interface ChatSummary {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  /** When its last reply began or ended. */
  readonly changedAt: number;
  readonly turnCount: number;
  /** Of the last turn. */
  readonly model: string;
  readonly connection: string;
  /** Those of all turns, where there is more than one. */
  readonly models?: readonly string[] | undefined;
  readonly connections?: readonly string[] | undefined;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly workspace?: string | undefined;
  /** When its folders had last changed as it was read; 0 where the file system does not say. */
  readonly filesChangedAt: number;
}

/** Guards a summary that was stored. */
export const isChatSummary: Guard<ChatSummary> = isObjectOf({
  id: isString,
  title: isString,
  createdAt: isFiniteNumber,
  changedAt: isFiniteNumber,
  turnCount: isFiniteNumber,
  model: isString,
  connection: isString,
  models: optional(isArrayOf(isString)),
  connections: optional(isArrayOf(isString)),
  pinned: isBoolean,
  tags: isArrayOf(isString),
  workspace: optional(isString),
  filesChangedAt: isFiniteNumber,
});

/** The newest first. */
export function newestFirst(summaries: Iterable<ChatSummary | undefined>): readonly ChatSummary[] {
  return [...summaries]
    .filter((summary) => summary !== undefined)
    .toSorted((a, b) => b.changedAt - a.changedAt);
}

/** What the user calls a conversation, or what it begins with; `untitled` where it has no word. */
export function titleOf(
  { conversation, notes }: Pick<StoredConversation, 'conversation' | 'notes'>,
  untitled: string,
): string {
  return notes.title ?? conversationTitle(conversation.turns[0]?.user) ?? untitled;
}

/** Nothing where nothing has been said; where nothing of it can be read there is a summary all the same. */
export function summaryOf(
  stored: StoredConversation,
  untitled: string,
  filesChangedAt: number,
): ChatSummary | undefined {
  const { conversation, notes } = stored;
  const { id, createdAt, turns } = conversation;
  const last = turns.at(-1);
  if (last === undefined && !hasMore(stored)) {
    return undefined;
  }
  return {
    id,
    title: titleOf(stored, untitled),
    createdAt,
    changedAt: turns.reduce(
      (latest, { reply }) => Math.max(latest, reply.endedAt ?? reply.startedAt),
      last === undefined ? Math.max(createdAt, filesChangedAt) : 0,
    ),
    turnCount: turns.length,
    model: last?.reply.model ?? '',
    connection: last?.reply.connection ?? '',
    models: severalOf(turns.map(({ reply }) => reply.model)),
    connections: severalOf(turns.map(({ reply }) => reply.connection)),
    pinned: notes.pinned ?? false,
    tags: notes.tags ?? [],
    workspace: notes.workspace,
    filesChangedAt,
  };
}

/** Whether there are files that this version cannot read. */
function hasMore({ conversation, setAside, unreadable }: StoredConversation): boolean {
  return conversation.isReadOnly === true || setAside.length + unreadable.length > 0;
}

function severalOf(names: readonly string[]): readonly string[] | undefined {
  const all = new Set(names);
  return all.size > 1 ? [...all] : undefined;
}
