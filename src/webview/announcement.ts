import { errorCard } from '../chat/errorCard.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';

type TurnEnded = Extract<ConversationEvent, { kind: 'turnEnded' }>;

/** What a screen reader says when a reply has ended; the text itself is there to be read. */
export function announcement({ status, error }: TurnEnded): string {
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
