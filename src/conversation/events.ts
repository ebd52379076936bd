import type { ConversationEvent, ReplyDelta } from '../shared/conversation/conversationEvent.ts';
import type { StreamFlaws } from '../shared/conversation/conversation.ts';
import type { ServiceEvent } from '../shared/service/chatCompletion.ts';

/**
 * The conversation event for an event of the service about a turn. `at` is in milliseconds since 1970;
 * `flaws` is what is known to be wrong with the stream by then.
 */
export function replyEvent(
  turnId: string,
  event: ServiceEvent,
  at: number,
  flaws?: StreamFlaws,
): ConversationEvent {
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
        ...(flaws === undefined ? {} : { flaws }),
        at,
      };
  }
}

/**
 * Appends `event` to `queue`. Consecutive deltas of the same kind and the same reply are joined into one
 * event, so that fewer events are posted to the panel. The conversation is the same with and without this.
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
