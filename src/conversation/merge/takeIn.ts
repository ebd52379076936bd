import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../shared/conversation/conversationEvent.ts';

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
  const continuesPath = createContinuesPath(conversation, turns);
  const next = turns
    .toSorted((a, b) => b.reply.startedAt - a.reply.startedAt)
    .find(({ id }) => continuesPath(id));
  return { kind: 'turnsTakenIn', turns, headId: next?.id ?? conversation.headId };
}

/** Creates a function that tells whether a turn is after the end of the shown path. It looks at each turn once. */
function createContinuesPath(
  { turns, headId, removedIds = [] }: Conversation,
  others: readonly Turn[],
): (id: string) => boolean {
  const parents = new Map([...turns, ...others].map(({ id, parentId }) => [id, parentId]));
  const isShown = headId !== undefined && parents.has(headId) && !removedIds.includes(headId);
  const passed = new Set<string>();
  return (id) => {
    let at = isShown ? id : undefined;
    while (at !== undefined && at !== headId && !passed.has(at)) {
      passed.add(at);
      at = parents.get(at);
    }
    return at !== undefined && at === headId;
  };
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
