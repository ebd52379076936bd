import type { Reply, Turn } from '../shared/conversation/conversation.ts';

/**
 * The turns of a path, grouped as they are read. Each group is an exchange: a message with its reply, then
 * the turns that continue this reply.
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

/** Whether the user can ask the model to continue a reply: it has text and broke off in any way. */
export function canContinue({ status, text }: Pick<Reply, 'status' | 'text'>): boolean {
  return text.trim() !== '' && status !== 'completed' && status !== 'running';
}

/**
 * The message that asks the model to continue a reply. Every service accepts a user message. A request that
 * ends with the text of the reply itself is rejected by some services, and others start the reply over.
 */
export const continueMessage = 'Continue exactly where you stopped.';
