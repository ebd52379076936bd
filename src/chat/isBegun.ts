import type { Conversation } from '../shared/conversation.ts';

/** Whether something was said or set in a conversation; one that is not begun is not stored. */
export function isBegun({ turns, parameters, systemPrompt }: Conversation): boolean {
  return turns.length > 0 || (parameters ?? systemPrompt) !== undefined;
}
