import type { Turn, UserMessage } from '../shared/conversation.ts';

/** A turn that begins now, whose reply `model` is asked for over the connection of that name. */
export function newTurn(
  user: UserMessage,
  connection: string,
  model: string,
  parentId: string | undefined,
): Turn {
  return {
    id: crypto.randomUUID(),
    parentId,
    user,
    reply: {
      status: 'running',
      connection,
      model,
      text: '',
      reasoning: '',
      startedAt: Date.now(),
    },
  };
}
