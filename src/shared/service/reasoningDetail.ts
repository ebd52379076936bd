import { isArrayOf, isRecord, type Guard, type WireObject } from '../guards.ts';

/** What is kept of one reply; the size is that of all details together, in characters of JSON. */
const limits = { details: 1000, size: 2_000_000 };

const isRecords = isArrayOf(isRecord);

/**
 * Guards the `reasoning_details` of a reply. They are sent back as they came, if at all: a service rejects
 * them if some are missing.
 */
export const isReasoningDetails: Guard<readonly WireObject[]> = (
  value,
): value is readonly WireObject[] => isRecords(value) && canBeKept(value.length, sizeOf(value));

/** Whether this many details of this size together, in characters of JSON, can be kept. */
export function canBeKept(count: number, size: number): boolean {
  return count <= limits.details && size <= limits.size;
}

/** The size in characters of JSON; infinite if the value is nested too deep to be written. */
export function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}
