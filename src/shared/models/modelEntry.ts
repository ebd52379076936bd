import { firstFields, isRecord, isString, type WireObject } from '../guards.ts';

/** Elements of a list, and fields of an object, that are looked at. */
const maxElements = 100;

/** In characters. A longer text is not a name. */
const maxNameLength = 100;

/** The object at `path` within an entry of a model list; empty if there is none. */
export function recordIn(place: unknown, ...path: readonly string[]): WireObject {
  let inner = place;
  for (const field of path) {
    inner = isRecord(inner) ? inner[field] : undefined;
  }
  return isRecord(inner) ? inner : {};
}

/** The first elements of a list; empty if the value is none. */
export function elementsOf(value: unknown): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxElements) : [];
  return list;
}

/** The first fields of an object; empty if the value is none. */
export function fieldsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return isRecord(value) ? firstFields(value, maxElements) : [];
}

/** The names in a list: its texts that are not empty and not too long to be names. */
export function namesIn(value: unknown): readonly string[] {
  return elementsOf(value).filter(isName);
}

/** Whether a value can be the name or the ID of something. */
export function isName(value: unknown): value is string {
  return isString(value) && value !== '' && value.length <= maxNameLength;
}

/** A positive whole number, which some services write as a text; undefined for anything else. */
export function countOf(value: unknown): number | undefined {
  const count = isString(value) && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : undefined;
}

/** Whether an ability is stated to be there. Anthropic states it as an object with `supported`. */
export function isSupported(value: unknown): boolean {
  return value === true || (isRecord(value) && value['supported'] !== false);
}
