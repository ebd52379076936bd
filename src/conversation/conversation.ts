import {
  type Conversation,
  maxLeftHeads,
  type Reply,
  type Turn,
} from '../shared/conversation/conversation.ts';
import {
  type ConversationEvent,
  type HeadEvent,
  isHeadEvent,
  type ReplyDelta,
} from '../shared/conversation/conversationEvent.ts';
import { withPiece } from '../shared/reasoning/reasoningReader.ts';
import { withToolCall } from '../shared/service/toolCall.ts';

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
  const changed = new Set(turnIds);
  const others = removedIds.filter((id) => !changed.has(id));
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
    case 'turnEnded':
      return {
        ...withoutWait(reply),
        status: event.status,
        finishReason: event.finishReason,
        error: event.error,
        ...(event.holdsSecret === true ? { holdsSecret: true } : {}),
        ...(event.flaws === undefined ? {} : { flaws: event.flaws }),
        ...(event.formatCheck === undefined ? {} : { formatCheck: event.formatCheck }),
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
  const path: Turn[] = [];
  for (let turn = byId.get(turnId ?? ''); turn; turn = byId.get(turn.parentId ?? '')) {
    byId.delete(turn.id);
    if (!removed.has(turn.id)) {
      path.push(turn);
    }
  }
  return path.toReversed();
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
