import type { Turn } from '../../shared/conversation/conversation.ts';
import { messageContent } from './prompt.ts';

/** Scripts in which a character is about a token. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * About how many tokens a model makes of `text`: one for four characters, and one for each character
 * of Chinese, Japanese and Korean. Every model counts differently, so this is never more than a hint.
 */
export function tokenEstimate(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return denseCount + Math.ceil((text.length - denseCount) / 4);
}

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

/** How near a request is to what the model takes. */
export type FillState = 'fits' | 'near' | 'over';

/** From here on the reply may not fit any more. */
const nearShare = 0.8;

/** How full a request of about `tokens` makes a context of `length` tokens. */
export function contextFill(
  tokens: number,
  length: number,
): { readonly percent: number; readonly state: FillState } {
  const share = tokens / length;
  const state = share > 1 ? 'over' : share >= nearShare ? 'near' : 'fits';
  // Just over must not look like just full.
  return { percent: share > 1 ? Math.ceil(share * 100) : Math.floor(share * 100), state };
}
