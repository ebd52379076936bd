import type { Turn } from '../shared/conversation.ts';

/** How many characters a turn has, with what goes along with its message. */
export function turnLength({ user, reply }: Turn): number {
  return user.context.reduce(
    (sum, { text }) => sum + text.length,
    user.text.length + reply.text.length + reply.reasoning.length,
  );
}
