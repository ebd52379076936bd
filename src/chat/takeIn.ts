import type { Conversation, Turn } from '../shared/conversation.ts';
import type { HeadEvent } from '../shared/conversationEvent.ts';
import { pathTo } from './conversation.ts';
import { mergedTurns } from './mergedTurns.ts';

/** Whether another window may know more of a turn: it is not here, or was cut when a window ended. */
export function isOpenToOthers(turn: Turn | undefined): boolean {
  return (
    turn === undefined || (turn.reply.status === 'truncated' && turn.reply.endedAt === undefined)
  );
}

/**
 * What changes when turns come in that another window has added. Where they go on from the path that is
 * shown, they are shown; nothing where there is nothing new among them. A reply that runs is left to
 * the window it runs in.
 */
export function takeIn(conversation: Conversation, others: readonly Turn[]): HeadEvent | undefined {
  const known = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const turns = others.filter(
    ({ id, reply }) => reply.status !== 'running' && isOpenToOthers(known.get(id)),
  );
  if (turns.length === 0) {
    return undefined;
  }
  const { headId } = conversation;
  const merged = { ...conversation, turns: mergedTurns(conversation.turns, turns) };
  const next = turns
    .toSorted((a, b) => b.reply.startedAt - a.reply.startedAt)
    .find(({ id }) => pathTo(merged, id).some((turn) => turn.id === headId));
  return { kind: 'turnsTakenIn', turns, headId: next?.id ?? headId };
}
