import { isString, type WireObject } from '../../shared/guards.ts';
import type { Outcome } from '../../shared/service/chatCompletion.ts';

/** In characters. A longer one is cut. */
const maxLength = 200;

/** The finish reason of a choice; `null` if it has none. */
export function readFinishReason({ finish_reason: reason }: WireObject): string | null {
  return isString(reason) && reason !== '' ? reason.slice(0, maxLength) : null;
}

/** Finish reasons of a reply that reached a limit of tokens, in lower case. */
const lengthReasons: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
  'model_context_window_exceeded',
]);

/** Whether a reply ended at a limit of tokens. */
export function isLengthReason(finishReason: string | null): boolean {
  return finishReason !== null && lengthReasons.has(finishReason.toLowerCase());
}

/** Finish reasons of a reply that ended early for another reason, in lower case. */
const cutReasons: ReadonlySet<string> = new Set([
  'content_filter',
  'error',
  'network_error',
  // vLLM, SGLang
  'abort',
  // DeepSeek
  'insufficient_system_resource',
  // Z.AI
  'sensitive',
  // Gemini
  'safety',
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
  'image_safety',
  'image_prohibited_content',
  'image_recitation',
]);

/**
 * Whether a reply is complete (`docs/service-interface.md`, "Events" 7 and 8). It is truncated if its
 * finish reason says so, or if it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return isLengthReason(finishReason) || cutReasons.has(finishReason.toLowerCase())
    ? 'truncated'
    : 'completed';
}
