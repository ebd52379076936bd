import type { Outcome } from '../shared/serviceEvent.ts';

/** Finish reasons with which a reply is not whole. */
const cutReasons = new Set(['length', 'content_filter', 'error']);

/**
 * Whether a reply is whole (`service-interface.md`, "Events" 7 and 8): it is not when its finish
 * reason says so, nor when it ended without a finish reason and without `[DONE]`.
 */
export function outcomeOf(finishReason: string | null, isDone: boolean): Outcome {
  if (finishReason === null) {
    return isDone ? 'completed' : 'truncated';
  }
  return cutReasons.has(finishReason) ? 'truncated' : 'completed';
}
