import { isString, type WireObject } from '../../shared/guards.ts';
import type { Outcome } from '../../shared/service/chatCompletion.ts';

/** In characters. A longer one is cut. */
const maxLength = 200;

/** The finish reason of a choice; `null` if it has none. Some services write that as a word. */
export function readFinishReason({ finish_reason: reason }: WireObject): string | null {
  return isString(reason) && !/^(?:|null|none)$/i.test(reason) ? reason.slice(0, maxLength) : null;
}

/** The words of a finish reason, before a detail such as in `content_filter: RECITATION`. */
function wordsOf(finishReason: string): readonly string[] {
  const [reason = ''] = finishReason.split(/[:(]/, 1);
  const words = reason.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();
  return words.split(/[^a-z]+/).filter((word) => word !== '');
}

/** Of a limit of tokens: `length`, `max_tokens`, `model_length`, `model_context_window_exceeded`. */
const lengthWords: ReadonlySet<string> = new Set(['length', 'tokens', 'context']);

/** Whether a reply ended at a limit of tokens. */
export function isLengthReason(finishReason: string | null): boolean {
  return finishReason !== null && wordsOf(finishReason).some((word) => lengthWords.has(word));
}

/** Of a reply that ended early for another reason: it was withheld, it failed, or it was stopped. */
const cutWords =
  /^(?:filter|safety|blocklist|block(?:ed)?|prohibited|refusal|refused|denied|guardrail|sensitive|recitation|spii|moderation|policy|errors?|fail(?:ed|ure)?|malformed|invalid|unexpected|abort(?:ed)?|cancell?ed|timeout|overloaded|unavailable|insufficient|interrupted|intervened)$/;

/**
 * Whether a reply is complete (`docs/service-interface.md`, "Events" 7 and 8). It is truncated if its
 * finish reason says so, or if it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return isLengthReason(finishReason) || wordsOf(finishReason).some((word) => cutWords.test(word))
    ? 'truncated'
    : 'completed';
}
