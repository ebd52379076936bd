import { errorCard } from '../chat/errorCard.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';

/** What a screen reader says about an event; nothing for most, and never the text itself. */
export function announcement(event: ConversationEvent): string | undefined {
  if (event.kind !== 'turnEnded') {
    return undefined;
  }
  switch (event.status) {
    case 'completed':
      return 'Reply finished.';
    case 'stopped':
      return 'Reply stopped.';
    case 'truncated':
      return 'The reply was cut.';
    case 'failed':
      return event.error === undefined ? 'The reply failed.' : errorCard(event.error).title;
  }
}
