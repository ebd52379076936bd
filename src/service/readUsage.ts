import type { Usage } from '../shared/chatCompletion.ts';
import { isFiniteNumber, isObjectOf, optional } from '../shared/guards.ts';

const counts = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens']);

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** The usage as the service sent it, without counts that are no numbers. */
export function readUsage(value: Readonly<Record<string, unknown>>): Usage {
  return isUsage(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).filter(([key, count]) => !counts.has(key) || isFiniteNumber(count)),
      );
}
