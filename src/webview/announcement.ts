import { errorCard } from '../chat/errorCard.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import { duration } from './duration.ts';

type Announced = Extract<ConversationEvent, { kind: 'turnEnded' | 'replyWaiting' }>;

/**
 * What a screen reader says when a reply has ended, after which a message may be queued still, or when
 * its request waits; the text is there to be read.
 */
export function announcement(event: Announced, isQueued: boolean): string {
  if (event.kind === 'replyWaiting') {
    return event.wait === undefined ? 'Sending.' : `Waiting ${duration(event.wait.delayMs)}.`;
  }
  const isHeldBack = isQueued && event.status !== 'completed';
  return `${endWords(event)}${isHeldBack ? ' The queued message is held back.' : ''}`;
}

function endWords({ status, error }: Extract<Announced, { kind: 'turnEnded' }>): string {
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
