import { conversationTitle } from '../chat/conversationTitle.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
  type Guard,
} from '../shared/guards.ts';
import type { StoredConversation } from './loadConversation.ts';

/** What the history shows of a conversation. Times are milliseconds since 1970. */
export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  readonly createdAt: number;
  /** When its last reply began or ended. */
  readonly changedAt: number;
  readonly turnCount: number;
  /** Of the last turn. */
  readonly model: string;
  readonly connection: string;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly workspace?: string | undefined;
}

/** Guards a summary that was stored. */
export const isConversationSummary: Guard<ConversationSummary> = isObjectOf({
  id: isString,
  title: isString,
  createdAt: isFiniteNumber,
  changedAt: isFiniteNumber,
  turnCount: isFiniteNumber,
  model: isString,
  connection: isString,
  pinned: isBoolean,
  tags: isArrayOf(isString),
  workspace: optional(isString),
});

/** Nothing where nothing has been said. `untitled` is for a conversation without a word. */
export function summaryOf(
  { conversation, notes }: StoredConversation,
  untitled: string,
): ConversationSummary | undefined {
  const { id, createdAt, turns } = conversation;
  const last = turns.at(-1);
  return (
    last && {
      id,
      title: notes.title ?? conversationTitle(turns[0]?.user) ?? untitled,
      createdAt,
      changedAt: Math.max(...turns.map(({ reply }) => reply.endedAt ?? reply.startedAt)),
      turnCount: turns.length,
      model: last.reply.model,
      connection: last.reply.connection,
      pinned: notes.pinned ?? false,
      tags: notes.tags ?? [],
      workspace: notes.workspace,
    }
  );
}
