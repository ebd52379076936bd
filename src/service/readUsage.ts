import type { Usage } from '../shared/chatCompletion.ts';
import { isFiniteNumber, isObjectOf, optional } from '../shared/guards.ts';

const counts = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens']);

const isUsage = isObjectOf({
  prompt_tokens: optional(isFiniteNumber),
  completion_tokens: optional(isFiniteNumber),
  total_tokens: optional(isFiniteNumber),
});

/** Details such as `prompt_tokens_details` are one level deep. */
const maxLevels = 4;

/**
 * The usage as the service sent it, without counts that are no numbers and without fields that are
 * nested so deep that writing them to a file would fail.
 */
export function readUsage(value: Readonly<Record<string, unknown>>): Usage {
  const usage = Object.fromEntries(
    Object.entries(value).filter(
      ([key, field]) => (!counts.has(key) || isFiniteNumber(field)) && isWithin(field, maxLevels),
    ),
  );
  return isUsage(usage) ? usage : {};
}

function isWithin(value: unknown, levels: number): boolean {
  return (
    typeof value !== 'object' ||
    value === null ||
    (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)))
  );
}
