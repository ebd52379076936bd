import { errorCard } from '../chat/errorCard.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import { duration } from './duration.ts';

type Announced = Extract<ConversationEvent, { kind: 'turnEnded' | 'replyWaiting' }>;

/** What a screen reader says when a reply has ended or its request waits; the text is there to be read. */
export function announcement(event: Announced): string {
  if (event.kind === 'replyWaiting') {
    return event.wait === undefined ? 'Sending.' : `Waiting ${duration(event.wait.delayMs)}.`;
  }
  const { status, error } = event;
  switch (status) {
    case 'completed':
      return 'Reply finished.';
    case 'stopped':
      return 'Reply stopped.';
    case 'truncated':
      return 'The reply was cut.';
    case 'failed':
      return error === undefined ? 'The reply failed.' : errorCard(error).title;
  }
}
