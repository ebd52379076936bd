import { firstFields, isRecord, isString, type WireObject } from '../shared/guards.ts';

/** More fields than any service sends. */
const maxFields = 200;

/** Of the strings in one field together, with 10 for every other value, in characters. */
const maxFieldSize = 10_000;

/** A list with more elements is too large, whatever they are. */
const maxElements = maxFieldSize / 10;

/** The usual details, such as `prompt_tokens_details`, are nested one level deep. */
const maxLevels = 4;

/**
 * The fields of an object that Parley keeps as received (`docs/service-interface.md`, "Model object" 3,
 * "Usage object" 2): the first 200, without those that are nested more than four levels deep or hold
 * more than 10,000 characters, which would be too much to store or to show.
 */
export function boundedFields(value: WireObject): WireObject {
  const bounded = firstFields(value, maxFields).filter(
    ([name, field]) => name.length + sizeOf(field, maxLevels) <= maxFieldSize,
  );
  return Object.fromEntries(bounded);
}

/**
 * The size of a value, counted no further than `maxFieldSize`; infinite for a value that is nested deeper than
 * `levels`. Nothing is copied while counting: there may be millions of values.
 */
function sizeOf(value: unknown, levels: number): number {
  if (isString(value)) {
    return value.length;
  }
  if (Array.isArray(value)) {
    return listSize(value, levels);
  }
  if (!isRecord(value)) {
    return 10;
  }
  let size = levels > 0 ? 10 : Infinity;
  for (const name in value) {
    if (size > maxFieldSize) {
      break;
    }
    if (Object.hasOwn(value, name)) {
      size += name.length + sizeOf(value[name], levels - 1);
    }
  }
  return size;
}

function listSize(list: readonly unknown[], levels: number): number {
  let size = levels > 0 && list.length <= maxElements ? 10 : Infinity;
  for (const element of list) {
    if (size > maxFieldSize) {
      break;
    }
    size += sizeOf(element, levels - 1);
  }
  return size;
}
