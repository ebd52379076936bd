import type { Turn } from '../shared/conversation.ts';
import { messageContent } from './prompt.ts';
import { tokenEstimate } from './tokenEstimate.ts';

/**
 * About how many tokens the turns of a path take in a request. Each turn is counted once and then
 * remembered: an ended turn never changes.
 */
export function createPathEstimate(): (path: readonly Turn[]) => number {
  const known = new WeakMap<Turn, number>();
  const ofTurn = (turn: Turn) => {
    const estimate =
      known.get(turn) ?? tokenEstimate(messageContent(turn.user)) + tokenEstimate(turn.reply.text);
    known.set(turn, estimate);
    return estimate;
  };
  return (path) => path.reduce((sum, turn) => sum + ofTurn(turn), 0);
}
