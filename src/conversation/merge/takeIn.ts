import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../shared/conversation/conversationEvent.ts';
import { mergedTurns, pathTo } from '../conversation.ts';

/** Whether another window may know more about a turn: it is unknown here, runs there or ended with its window. */
export function isOpenToOthers(turn: Turn | undefined): boolean {
  return (
    turn === undefined ||
    turn.isElsewhere === true ||
    (turn.reply.status === 'truncated' && turn.reply.endedAt === undefined)
  );
}

/**
 * The event that takes in turns which another window has added or continued. If they continue the shown
 * path, they are shown. Undefined if none of them is new.
 */
export function takeIn(
  conversation: Conversation,
  others: readonly Turn[],
): Extract<HeadEvent, { kind: 'turnsTakenIn' }> | undefined {
  const known = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const turns = others.filter((turn) => {
    const before = known.get(turn.id);
    return isOpenToOthers(before) && (before === undefined || !isSame(before, turn));
  });
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

/** Whether two states of a turn look the same in the transcript. */
function isSame(before: Turn, after: Turn): boolean {
  const [a, b] = [before.reply, after.reply];
  return (
    before.isElsewhere === after.isElsewhere &&
    before.isUncertain === after.isUncertain &&
    a.status === b.status &&
    a.text === b.text &&
    a.reasoning === b.reasoning &&
    a.answeredBy === b.answeredBy &&
    a.endedAt === b.endedAt &&
    JSON.stringify(a.toolCalls) === JSON.stringify(b.toolCalls)
  );
}
