import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ServiceEvent } from '../shared/serviceEvent.ts';

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
