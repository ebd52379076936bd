import { isHeadEvent, type ConversationEvent } from '../shared/conversationEvent.ts';

/** Whether more than the transcript is to be shown anew after an event. */
export function changesState(event: ConversationEvent): boolean {
  return isHeadEvent(event) || event.kind === 'turnStarted' || event.kind === 'turnEnded';
}
