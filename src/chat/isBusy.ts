import type { Conversation } from '../shared/conversation.ts';
import { runningTurn, turnElsewhere } from './conversation.ts';

/** Whether a reply is coming on the shown path, be it in another window: one at a time. */
export function isBusy(conversation: Conversation): boolean {
  return (runningTurn(conversation) ?? turnElsewhere(conversation)) !== undefined;
}
