import type { Reply, Turn } from '../shared/conversation/conversation.ts';

/**
 * What is sent to go on with a reply that was cut: a message of its own after the text so far, which
 * every service takes. A request that ends with the text itself is refused by some and begun anew by
 * others.
 */
export const continueMessage = 'Continue exactly where you stopped.';

/** Whether there is text that was cut and can be gone on with. */
export function canContinue({ status, text }: Reply): boolean {
  return text !== '' && (status === 'truncated' || status === 'stopped');
}

/**
 * A path as it is read: each message with its reply, where a reply and what goes on with it are
 * together, in order.
 */
export function exchanges(path: readonly Turn[]): readonly (readonly [Turn, ...Turn[]])[] {
  const all: [Turn, ...Turn[]][] = [];
  for (const turn of path) {
    const last = all.at(-1);
    if (turn.isContinuation === true && last !== undefined) {
      last.push(turn);
    } else {
      all.push([turn]);
    }
  }
  return all;
}
