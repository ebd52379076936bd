import { firstTokens } from './demoTokens.ts';
import type { DemoRequest } from './validate.ts';

/** A text, cut to the limits of a request, and the finish reason that goes with it. */
interface LimitedText {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
}

/**
 * Cuts `text` before the first stop sequence in it and after `max_tokens` tokens
 * (`docs/service-interface.md`, "The embedded service" 1).
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
