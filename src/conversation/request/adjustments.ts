import type { RequestAdjustment } from '../../shared/service/requestAdjustment.ts';

/** `changes` with `more`, which goes before where both are about the same field. */
export function addChanges(
  changes: readonly RequestAdjustment[],
  more: readonly RequestAdjustment[],
): readonly RequestAdjustment[] {
  const all = new Map([...changes, ...more].map((change) => [change.field, change]));
  return [...all.values()];
}

/** The changes that make a difference to a body with these fields. */
export function effectiveChanges(
  changes: readonly RequestAdjustment[],
  fields: Readonly<Record<string, unknown>>,
): readonly RequestAdjustment[] {
  return changes.filter(({ field }) => Object.hasOwn(fields, field) && fields[field] !== undefined);
}

/** What was changed: `max_tokens is sent as max_completion_tokens`. */
export function changeWords({ field, sentAs }: RequestAdjustment): string {
  return sentAs === undefined ? `${field} is left out` : `${field} is sent as ${sentAs}`;
}
