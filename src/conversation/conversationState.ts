import {
  type Conversation,
  maxLeftHeads,
  type Reply,
  type Turn,
} from '../shared/conversation/conversation.ts';
import type {
  ConversationEvent,
  HeadEvent,
  ReplyDelta,
} from '../shared/conversation/conversationEvent.ts';
import { withPiece } from '../shared/reasoning/reasoningReader.ts';
import { withToolCall } from '../shared/service/chatCompletion.ts';

/** A conversation without turns. `createdAt` is in milliseconds since 1970. */
export function emptyConversation(id: string, createdAt: number): Conversation {
  return { id, createdAt, turns: [] };
}

/**
 * The conversation after `event`. An event about an unknown turn, or about a reply that has ended, returns
 * the conversation itself: an ended turn never changes.
 */
export function applyEvent(conversation: Conversation, event: ConversationEvent): Conversation {
  if (event.kind === 'turnStarted') {
    return startTurn(conversation, event.turn);
  }
  if (isHeadEvent(event)) {
    return changeHead(event.kind, conversation, event);
  }
  const index = conversation.turns.findLastIndex(({ id }) => id === event.turnId);
  const turn = conversation.turns[index];
  if (turn?.reply.status !== 'running') {
    return conversation;
  }
  const reply = applyToReply(turn.reply, event);
  return { ...conversation, turns: conversation.turns.with(index, { ...turn, reply }) };
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

type HeadChanges = {
  readonly [K in HeadEvent['kind']]: (
    conversation: Conversation,
    event: Extract<HeadEvent, { readonly kind: K }>,
  ) => Conversation;
};

/** How each event about a conversation as a whole changes it. */
const headChanges: HeadChanges = {
  parametersSet: (conversation, { parameters }) => ({ ...conversation, parameters }),
  targetSet: (conversation, { target }) => ({ ...conversation, target }),
  headSet: (conversation, { headId }) => setHead(conversation, headId),
  turnsRemoved: (conversation, { turnIds }) => withRemoved(conversation, turnIds, turnIds),
  turnsRestored: (conversation, { turnIds }) => withRemoved(conversation, turnIds, []),
  besideSet: (conversation, { turnId }) => ({ ...conversation, besideId: turnId }),
  messageQueued: (conversation, { message }) => ({ ...conversation, queued: message }),
  systemPromptSet: (conversation, { systemPrompt }) => ({ ...conversation, systemPrompt }),
  turnsTakenIn: (conversation, { turns, headId }) => ({
    ...conversation,
    turns: mergedTurns(conversation.turns, turns),
    headId,
  }),
  kept: (conversation) =>
    conversation.isTemporary === true ? { ...conversation, isTemporary: undefined } : conversation,
};

/** Whether an event is about the conversation as a whole and not about one turn. */
export function isHeadEvent(event: ConversationEvent): event is HeadEvent {
  return Object.hasOwn(headChanges, event.kind);
}

const pathKinds: ReadonlySet<ConversationEvent['kind']> = new Set<HeadEvent['kind']>([
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
]);

/** Whether an event shows another selection of the known turns, and adds none. */
export function showsAnotherPath({ kind }: ConversationEvent): boolean {
  return pathKinds.has(kind);
}

/** Whether more changes by an event than the reply that it is about: the head, or which turns run. */
export function isMoreThanReply(event: ConversationEvent): boolean {
  return isHeadEvent(event) || event.kind === 'turnStarted' || event.kind === 'turnEnded';
}

function changeHead<K extends HeadEvent['kind']>(
  kind: K,
  conversation: Conversation,
  event: Parameters<HeadChanges[K]>[1],
): Conversation {
  return headChanges[kind](conversation, event);
}

/** With `added` in place of `gone` at the end of the removed turns. */
function withRemoved(
  conversation: Conversation,
  gone: readonly string[],
  added: readonly string[],
): Conversation {
  const changed = new Set(gone);
  const others = (conversation.removedIds ?? []).filter((id) => !changed.has(id));
  return { ...conversation, removedIds: [...others, ...added] };
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
      // The duration of a reply does not include the wait before its request.
      return event.wait === undefined
        ? { ...withoutWait(reply), startedAt: event.at }
        : { ...reply, waiting: event.wait };
    case 'replyAdjusted':
      return { ...reply, changes: event.adjustments };
    case 'replyStarted': {
      const { kind: _kind, turnId: _turnId, ...served } = event;
      return { ...reply, ...served };
    }
    case 'replyText':
    case 'replyReasoning':
      return appendDelta(reply, event);
    case 'replyTextWasReasoning': {
      const moved = withPiece(reply, { kind: 'textWasReasoning', length: event.length });
      // Without text the reasoning goes on; the next text ends it.
      return moved.text === '' ? { ...moved, reasonedUntil: undefined } : moved;
    }
    case 'replyReasoningDetails':
      return { ...reply, reasoningDetails: event.details };
    case 'replyToolCall':
      return {
        ...reply,
        firstTokenAt: reply.firstTokenAt ?? event.at,
        toolCalls: withToolCall(reply.toolCalls, event),
      };
    case 'replyImages':
      return {
        ...reply,
        firstTokenAt: reply.firstTokenAt ?? event.at,
        images: [...(reply.images ?? []), ...event.images],
      };
    case 'replyUsage':
      return { ...reply, usage: event.usage };
    case 'turnEnded': {
      const { kind: _kind, turnId: _turnId, at, ...ended } = event;
      const requestId = event.error?.requestId ?? reply.requestId;
      return { ...withoutWait(reply), ...ended, requestId, endedAt: at };
    }
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

/**
 * The remembered branches after the path of `nextId` is shown. The end of the path shown before is added,
 * unless the new path continues it.
 */
function leaveHead(
  { headId, leftHeadIds }: Conversation,
  nextId: string | undefined,
): Pick<Conversation, 'leftHeadIds'> {
  return headId === undefined || headId === nextId
    ? { leftHeadIds }
    : {
        leftHeadIds: [...(leftHeadIds ?? []).filter((id) => id !== headId), headId].slice(
          -maxLeftHeads,
        ),
      };
}

/** The turns of the shown path, first to last. */
export function transcript(conversation: Conversation): readonly Turn[] {
  return pathTo(conversation, conversation.headId);
}

/**
 * The turns from the first one to `turnId`, without removed ones. If the parents in stored files form a
 * circle, the path ends there.
 */
export function pathTo(conversation: Conversation, turnId: string | undefined): readonly Turn[] {
  const byId = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const removed = new Set(conversation.removedIds);
  const path = chain(byId.get(turnId ?? ''), ({ parentId = '' }) => byId.get(parentId));
  return path.filter(({ id }) => !removed.has(id)).toReversed();
}

/** A first value, the next one, and so on, until there is none or it was there before. */
export function chain<T>(first: T | undefined, next: (value: T) => T | undefined): readonly T[] {
  const passed = new Set<T>();
  for (let at = first; at !== undefined && !passed.has(at); at = next(at)) {
    passed.add(at);
  }
  return [...passed];
}

/** The turn whose reply is running in this window, if there is one. */
export function runningTurn(conversation: Conversation): Turn | undefined {
  return conversation.turns.findLast(
    ({ reply, isElsewhere }) => reply.status === 'running' && isElsewhere !== true,
  );
}

/** The turn on the shown path whose reply is running in another window, if there is one. */
export function turnElsewhere(conversation: Conversation): Turn | undefined {
  return transcript(conversation).findLast(({ isElsewhere }) => isElsewhere === true);
}

/** Whether a reply is running here, or in another window on the shown path. Only one may run at a time. */
export function isBusy(conversation: Conversation): boolean {
  return (runningTurn(conversation) ?? turnElsewhere(conversation)) !== undefined;
}

/** Whether a conversation must be stored: it has a turn or a setting, and is not temporary. */
export function needsStoring({
  turns,
  parameters,
  systemPrompt,
  isTemporary,
}: Conversation): boolean {
  const isChanged = turns.length > 0 || (parameters ?? systemPrompt) !== undefined;
  return isChanged && isTemporary !== true;
}

/**
 * Whether a reply was requested from this connection. The id decides, because several connections can have
 * the same name. A reply without an id is recognized by the name.
 */
export function isReplyOf(
  { connection: name, connectionId: id }: Pick<Reply, 'connection' | 'connectionId'>,
  connection: { readonly id: string; readonly name: string } | undefined,
): boolean {
  return id === undefined ? name === connection?.name : id === connection?.id;
}

/** The turns of both lists in the order in which they began. Of two with the same id, that of `others` is used. */
export function mergedTurns(turns: readonly Turn[], others: readonly Turn[]): readonly Turn[] {
  const ids = new Set(others.map(({ id }) => id));
  return [...turns.filter(({ id }) => !ids.has(id)), ...others].toSorted(
    (a, b) => a.reply.startedAt - b.reply.startedAt,
  );
}

/**
 * The turn once no window runs its reply any more. A reply that was still running ended with its window, so
 * it is truncated.
 */
export function endInterrupted(turn: Turn): Turn {
  const reply = withoutWait(turn.reply);
  const isInterrupted = reply.status === 'running';
  return {
    ...turn,
    isElsewhere: undefined,
    isUncertain: undefined,
    reply: isInterrupted ? { ...reply, status: 'truncated' } : reply,
  };
}

/** The length of a turn in characters, including its attachments, its reasoning and its tool calls. */
export function turnLength({ user, reply }: Turn): number {
  const { text, reasoning, toolCalls = [] } = reply;
  const parts = [
    ...user.context.map((item) => item.text),
    ...toolCalls.map((call) => call.arguments),
  ];
  return parts.reduce(
    (sum, { length }) => sum + length,
    user.text.length + text.length + reasoning.length,
  );
}
