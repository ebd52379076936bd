import type { Reply } from '../shared/conversation/conversation.ts';
import type { ConversationEvent, ReplyDelta } from '../shared/conversation/conversationEvent.ts';
import type { ServiceEvent } from '../shared/service/chatCompletion.ts';

/** What a service event means for the turn it answers; `at` is in milliseconds since 1970. */
export function replyEvent(turnId: string, event: ServiceEvent, at: number): ConversationEvent {
  switch (event.kind) {
    case 'started':
      return { kind: 'replyStarted', turnId, requestId: event.requestId, answeredBy: event.model };
    case 'text':
      return { kind: 'replyText', turnId, text: event.text, at };
    case 'reasoning':
      return { kind: 'replyReasoning', turnId, text: event.text, at };
    case 'usage':
      return { kind: 'replyUsage', turnId, usage: event.usage };
    case 'ended':
      return {
        kind: 'turnEnded',
        turnId,
        status: event.outcome,
        finishReason: event.finishReason ?? undefined,
        at,
      };
  }
}

const ends: Readonly<Partial<Record<Reply['status'], string>>> = {
  stopped: 'Stopped.',
  truncated: 'Cut before its end.',
  running: 'Still running when this was written.',
};

/** How a written reply ended, where that was not its own end. */
export function replyEnd({ status, error }: Reply): string | undefined {
  return error === undefined ? ends[status] : error.message;
}

/**
 * Puts `event` at the end of `queue`, merged into the last one where both are deltas of the same
 * reply, so that a frame's worth of deltas crosses to the panel as one. Replaying the queue gives
 * the same conversation either way.
 */
export function coalesceInto(queue: ConversationEvent[], event: ConversationEvent): void {
  const last = queue.at(-1);
  if (last !== undefined && isDelta(last) && isDelta(event) && continues(last, event)) {
    queue[queue.length - 1] = { ...last, text: last.text + event.text };
  } else {
    queue.push(event);
  }
}

function isDelta(event: ConversationEvent): event is ReplyDelta {
  return event.kind === 'replyText' || event.kind === 'replyReasoning';
}

function continues(last: ReplyDelta, next: ReplyDelta): boolean {
  return last.kind === next.kind && last.turnId === next.turnId;
}
