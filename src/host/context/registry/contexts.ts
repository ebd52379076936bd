import type { UserMessage } from '../../../shared/conversation/conversation.ts';
import type { ContextRegistry } from './contextRegistry.ts';

/** Gives the registry, which is loaded when it is first needed. */
export type Contexts = () => Promise<ContextRegistry>;

/** The message with its items as they are now. Loads nothing where none is read again. */
export async function currentMessage(
  message: UserMessage,
  contexts: Contexts,
): ReturnType<ContextRegistry['current']> {
  return message.context.some(({ uri }) => uri !== undefined)
    ? (await contexts()).current(message)
    : { message, problems: [] };
}
