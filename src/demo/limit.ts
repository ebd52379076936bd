import { firstTokens } from './tokens.ts';
import type { DemoRequest } from './validate.ts';

/** A text as far as it may go, and why it ends there. */
export interface LimitedText {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
}

/**
 * `text` as far as the request lets it go: up to the first stop sequence, which is left out, and no
 * further than `max_tokens` (`service-interface.md`, "Chat completion object").
 */
export function limitText(
  text: string,
  { stop, maxTokens }: Pick<DemoRequest, 'stop' | 'maxTokens'>,
): LimitedText {
  const ends = stop.map((sequence) => text.indexOf(sequence)).filter((index) => index >= 0);
  const whole = text.slice(0, Math.min(text.length, ...ends));
  const kept = maxTokens === undefined ? whole : firstTokens(whole, maxTokens);
  return { text: kept, finishReason: kept === whole ? 'stop' : 'length' };
}
