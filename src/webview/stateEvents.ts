import type { ConversationEvent } from '../shared/conversationEvent.ts';

/** The events after which more than the transcript is to be shown anew. */
export const stateEvents: ReadonlySet<ConversationEvent['kind']> = new Set([
  'turnStarted',
  'turnEnded',
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
  'messageQueued',
  'systemPromptSet',
  'parametersSet',
  'kept',
  'turnsTakenIn',
]);
