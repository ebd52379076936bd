import type { UserMessage } from '../shared/conversation.ts';

/** Whether there is nothing to send. */
export function isBlank({ text, context }: UserMessage): boolean {
  return text.trim() === '' && context.length === 0;
}

/** A message as the panel posts it. */
export function posted({
  text,
  context,
}: UserMessage): Pick<UserMessage, 'text'> & Partial<UserMessage> {
  return context.length === 0 ? { text } : { text, context };
}
