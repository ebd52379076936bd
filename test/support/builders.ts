import type { Reply, Turn } from '../../src/shared/conversation/conversation.ts';

/** A turn with a running reply. The second argument sets any of its fields, and of the reply's. */
export function aTurn(
  id: string,
  { reply, ...rest }: Partial<Omit<Turn, 'reply'>> & { reply?: Partial<Reply> } = {},
): Turn {
  return {
    id,
    user: { text: `message ${id}`, context: [] },
    ...rest,
    reply: {
      status: 'running',
      connection: 'Test',
      model: 'm1',
      text: '',
      reasoning: '',
      startedAt: 1000,
      ...reply,
    },
  };
}
