import type { ConversationEvent, ReplyDelta } from '../shared/conversation/conversationEvent.ts';
import type { StreamFlaws } from '../shared/conversation/conversation.ts';
import type { ServiceEvent } from '../shared/service/chatCompletion.ts';

/**
 * The conversation event for an event of the service about a turn. `at` is in milliseconds since 1970;
 * `flaws` is what is known to be wrong with the stream by then. An image has to be stored first.
 */
export function replyEvent(
  turnId: string,
  event: Exclude<ServiceEvent, { kind: 'image' }>,
  at: number,
  flaws?: StreamFlaws,
): ConversationEvent {
  switch (event.kind) {
    case 'started': {
      const { requestId, model, fingerprint, provider } = event;
      return {
        kind: 'replyStarted',
        turnId,
        requestId,
        answeredBy: model,
        ...(fingerprint === undefined ? {} : { fingerprint }),
        ...(provider === undefined ? {} : { provider }),
      };
    }
    case 'text':
      return { kind: 'replyText', turnId, text: event.text, at };
    case 'reasoning':
      return { kind: 'replyReasoning', turnId, text: event.text, at };
    case 'textWasReasoning':
      return { kind: 'replyTextWasReasoning', turnId, length: event.length };
    case 'reasoningDetails':
      return { kind: 'replyReasoningDetails', turnId, details: event.details };
    case 'toolCall': {
      const { index, id, name, arguments: json } = event;
      return { kind: 'replyToolCall', turnId, index, id, name, arguments: json, at };
    }
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
 * Appends `event` to `queue`. Consecutive deltas of the same kind and the same reply, or of the same tool
 * call, are joined into one event, so that fewer events are posted to the panel. The conversation is the
 * same with and without this.
 */
export function coalesceInto(queue: ConversationEvent[], event: ConversationEvent): void {
  const last = queue.at(-1);
  const joined = last && join(last, event);
  if (joined === undefined) {
    queue.push(event);
  } else {
    queue[queue.length - 1] = joined;
  }
}

function join(last: ConversationEvent, next: ConversationEvent): ConversationEvent | undefined {
  if (isDelta(last) && isDelta(next)) {
    // Reasoning goes on until the first text that is not empty, whose time would be lost.
    const continues = last.kind === next.kind && last.turnId === next.turnId && last.text !== '';
    return continues ? { ...last, text: last.text + next.text } : undefined;
  }
  if (last.kind === 'replyToolCall' && next.kind === 'replyToolCall') {
    const continues = last.index === next.index && last.turnId === next.turnId;
    return continues
      ? {
          ...last,
          id: last.id ?? next.id,
          name: last.name + next.name,
          arguments: last.arguments + next.arguments,
        }
      : undefined;
  }
  return undefined;
}

function isDelta(event: ConversationEvent): event is ReplyDelta {
  return event.kind === 'replyText' || event.kind === 'replyReasoning';
}
