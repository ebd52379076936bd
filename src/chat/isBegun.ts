import type { Conversation } from '../shared/conversation.ts';

/** Whether something was said or set in a conversation; one that is not, or is temporary, is not stored. */
export function isBegun({ turns, parameters, systemPrompt, isTemporary }: Conversation): boolean {
  const isChanged = turns.length > 0 || (parameters ?? systemPrompt) !== undefined;
  return isChanged && isTemporary !== true;
}
