import type { Conversation, Reply, Turn } from '../shared/conversation/conversation.ts';
import {
  type ConversationEvent,
  type HeadEvent,
  isHeadEvent,
  type ReplyDelta,
} from '../shared/conversation/conversationEvent.ts';

/** A conversation in which nothing has been said yet. `createdAt` is in milliseconds since 1970. */
export function emptyConversation(id: string, createdAt: number): Conversation {
  return { id, createdAt, turns: [] };
}

/**
 * The conversation after `event`. An event for a turn that is not there or whose reply has ended
 * changes nothing: an ended turn never changes.
 */
export function applyEvent(conversation: Conversation, event: ConversationEvent): Conversation {
  if (event.kind === 'turnStarted') {
    return startTurn(conversation, event.turn);
  }
  if (isHeadEvent(event)) {
    return applyToHead(conversation, event);
  }
  const index = conversation.turns.findLastIndex(({ id }) => id === event.turnId);
  const turn = conversation.turns[index];
  if (turn?.reply.status !== 'running') {
    return conversation;
  }
  const reply = applyToReply(turn.reply, event);
  return { ...conversation, turns: conversation.turns.with(index, { ...turn, reply }) };
}

/** The turns of the path that is shown, first to last. */
export function transcript(conversation: Conversation): readonly Turn[] {
  return pathTo(conversation, conversation.headId);
}

/**
 * The turns from the first one to `turnId`, without those that were removed; a circle among stored
 * parents ends the path.
 */
export function pathTo(conversation: Conversation, turnId: string | undefined): readonly Turn[] {
  const byId = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const removed = new Set(conversation.removedIds);
  const path: Turn[] = [];
  for (let turn = byId.get(turnId ?? ''); turn; turn = byId.get(turn.parentId ?? '')) {
    byId.delete(turn.id);
    if (!removed.has(turn.id)) {
      path.push(turn);
    }
  }
  return path.toReversed();
}

/** The turn whose reply is still coming, if there is one; not one that another window asked for. */
export function runningTurn(conversation: Conversation): Turn | undefined {
  return conversation.turns.findLast(
    ({ reply, isElsewhere }) => reply.status === 'running' && isElsewhere !== true,
  );
}

/** The turn on the shown path whose reply is coming in another window, if there is one. */
export function turnElsewhere(conversation: Conversation): Turn | undefined {
  return transcript(conversation).findLast(({ isElsewhere }) => isElsewhere === true);
}

function startTurn(conversation: Conversation, turn: Turn): Conversation {
  if (conversation.turns.some(({ id }) => id === turn.id)) {
    return conversation;
  }
  const { leftHeadIds } = leaveHead(conversation, turn.parentId);
  return {
    ...conversation,
    turns: [...conversation.turns, turn],
    headId: turn.id,
    ...(leftHeadIds === undefined ? {} : { leftHeadIds }),
  };
}

function applyToHead(conversation: Conversation, event: HeadEvent): Conversation {
  switch (event.kind) {
    case 'parametersSet':
      return { ...conversation, parameters: event.parameters };
    case 'targetSet':
      return { ...conversation, target: event.target };
    case 'headSet':
      return setHead(conversation, event.headId);
    case 'turnsRemoved':
    case 'turnsRestored':
      return { ...conversation, removedIds: removedAfter(conversation, event) };
    case 'besideSet':
      return { ...conversation, besideId: event.turnId };
    case 'messageQueued':
      return { ...conversation, queued: event.message };
    case 'systemPromptSet':
      return { ...conversation, systemPrompt: event.systemPrompt };
    case 'turnsTakenIn': {
      const turns = mergedTurns(conversation.turns, event.turns);
      return { ...conversation, turns, headId: event.headId };
    }
    case 'kept':
      return conversation.isTemporary === true
        ? { ...conversation, isTemporary: undefined }
        : conversation;
  }
}

function removedAfter(
  { removedIds = [] }: Conversation,
  { kind, turnIds }: Extract<HeadEvent, { turnIds: unknown }>,
): readonly string[] {
  const others = removedIds.filter((id) => !turnIds.includes(id));
  return kind === 'turnsRemoved' ? [...others, ...turnIds] : others;
}

function setHead(conversation: Conversation, headId: string): Conversation {
  const isThere = conversation.turns.some(({ id }) => id === headId);
  return isThere && headId !== conversation.headId
    ? { ...conversation, ...leaveHead(conversation, headId), headId }
    : conversation;
}

type ReplyEvent = Exclude<ConversationEvent, HeadEvent | { kind: 'turnStarted' }>;

function applyToReply(reply: Reply, event: ReplyEvent): Reply {
  switch (event.kind) {
    case 'replyWaiting':
      // The time that a request was held back is not the service's.
      return event.wait === undefined
        ? { ...withoutWait(reply), startedAt: event.at }
        : { ...reply, waiting: event.wait };
    case 'replyStarted':
      return { ...reply, requestId: event.requestId, answeredBy: event.answeredBy };
    case 'replyText':
    case 'replyReasoning':
      return appendDelta(reply, event);
    case 'replyUsage':
      return { ...reply, usage: event.usage };
    case 'turnEnded':
      return {
        ...withoutWait(reply),
        status: event.status,
        finishReason: event.finishReason,
        error: event.error,
        requestId: event.error?.requestId ?? reply.requestId,
        endedAt: event.at,
      };
  }
}

function withoutWait({ waiting: _over, ...reply }: Reply): Reply {
  return reply;
}

function appendDelta(reply: Reply, delta: ReplyDelta): Reply {
  const firstTokenAt = reply.firstTokenAt ?? delta.at;
  if (delta.kind === 'replyText') {
    const isReasoned = reply.text === '' && reply.reasoning !== '';
    return {
      ...reply,
      ...(isReasoned ? { reasonedUntil: delta.at } : {}),
      firstTokenAt,
      text: reply.text + delta.text,
    };
  }
  return { ...reply, firstTokenAt, reasoning: reply.reasoning + delta.text };
}

/** More branches than anybody goes back to; the oldest go first. */
const maxLeft = 200;

/**
 * What is to be remembered when a path that comes from `nextId` takes the place of the one that is
 * shown: where that one ended, unless the new one goes on from there.
 */
function leaveHead(
  { headId, leftHeadIds }: Conversation,
  nextId: string | undefined,
): Pick<Conversation, 'leftHeadIds'> {
  return headId === undefined || headId === nextId
    ? { leftHeadIds }
    : {
        leftHeadIds: [...(leftHeadIds ?? []).filter((id) => id !== headId), headId].slice(-maxLeft),
      };
}

/**
 * Whether a reply came, or is to come, from this connection. The id decides: several connections may
 * have one name. Only a reply without an id is recognized by the name.
 */
export function isReplyOf(
  { connection: name, connectionId: id }: Pick<Reply, 'connection' | 'connectionId'>,
  connection: { readonly id: string; readonly name: string } | undefined,
): boolean {
  return id === undefined ? name === connection?.name : id === connection?.id;
}

/** Whether a reply is coming on the shown path, be it in another window: one at a time. */
export function isBusy(conversation: Conversation): boolean {
  return (runningTurn(conversation) ?? turnElsewhere(conversation)) !== undefined;
}

/** Whether something was said or set in a conversation; one that is not, or is temporary, is not stored. */
export function isBegun({ turns, parameters, systemPrompt, isTemporary }: Conversation): boolean {
  const isChanged = turns.length > 0 || (parameters ?? systemPrompt) !== undefined;
  return isChanged && isTemporary !== true;
}

/** All turns in the order in which they began; of two with one id the new one. */
export function mergedTurns(turns: readonly Turn[], others: readonly Turn[]): readonly Turn[] {
  const ids = new Set(others.map(({ id }) => id));
  return [...turns.filter(({ id }) => !ids.has(id)), ...others].toSorted(
    (a, b) => a.reply.startedAt - b.reply.startedAt,
  );
}
