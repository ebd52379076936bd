import type { WireObject } from '../shared/guards.ts';

/** More fields than any service sends. */
const maxFields = 200;

/** Of the strings in one field together, with 10 for every other value, in characters. */
const maxFieldSize = 10_000;

/** The usual details, such as `prompt_tokens_details`, are nested one level deep. */
const maxLevels = 4;

/**
 * The fields of an object that Parley keeps as received (`docs/service-interface.md`, "Model object" 3,
 * "Usage object" 2): the first 200, without those that are nested more than four levels deep or hold
 * more than 10,000 characters, which would be too much to store or to show.
 */
export function boundedFields(value: WireObject): WireObject {
  const bounded = Object.entries(value)
    .slice(0, maxFields)
    .filter(([name, field]) => name.length + sizeOf(field, maxLevels) <= maxFieldSize);
  return Object.fromEntries(bounded);
}

/** Counts no further than `maxFieldSize`. A value that is nested deeper than `levels` is endless. */
function sizeOf(value: unknown, levels: number): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null) {
    return 10;
  }
  let size = levels > 0 ? 10 : Infinity;
  for (const [name, inner] of Object.entries(value)) {
    if (size > maxFieldSize) {
      break;
    }
    size += name.length + sizeOf(inner, levels - 1);
  }
  return size;
}
