import { isRecord, type WireObject } from './guards.ts';

/**
 * The first `count` own fields of an object or a list from outside, as `Object.entries` would give them. That
 * would make a pair for every field, and a list of a few megabytes can have millions.
 */
export function firstFields(
  value: WireObject | readonly unknown[],
  count: number,
): readonly (readonly [name: string, value: unknown])[] {
  if (!isRecord(value)) {
    return Object.entries(value.slice(0, count));
  }
  const fields: [name: string, value: unknown][] = [];
  for (const name in value) {
    if (fields.length === count) {
      break;
    }
    if (Object.hasOwn(value, name)) {
      fields.push([name, value[name]]);
    }
  }
  return fields;
}
