import { firstFields } from '../shared/firstFields.ts';
import { isFiniteNumber, isRecord, isString, type WireObject } from '../shared/guards.ts';
import type { Model } from '../shared/service/chatCompletion.ts';
import { boundedFields } from './boundedFields.ts';

/** One answer to a request for the model list. */
export interface ModelPage {
  readonly models: readonly Model[];
  /** The query parameter that asks for the rest of the list, if there is more. */
  readonly next?: readonly [parameter: string, value: string] | undefined;
}

/** Names under which services put the list into an object. */
const listFields = ['data', 'models', 'result', 'results', 'items', 'endpoints', 'list'];

/** Lists lie in an object, or in an object in an object. */
const maxLevels = 2;

/** More than any service lists. */
export const maxModels = 20_000;

/**
 * Reads a model list in any of the usual shapes (`docs/service-interface.md`, "Model list object" 2): an array,
 * alone or in an object, of entries with an ID or of IDs, or an object with an entry for each ID.
 * Undefined for anything else.
 */
export function readModelPage(answer: unknown): ModelPage | undefined {
  const elements = elementsIn(answer, maxLevels)?.slice(0, maxModels);
  if (elements === undefined) {
    return undefined;
  }
  const entries = elements.every(isString) ? elements.map((id) => ({ id })) : elements;
  return { models: entries.flatMap(readModel), next: nextPage(answer) };
}

function elementsIn(answer: unknown, levels: number): readonly unknown[] | undefined {
  if (Array.isArray(answer)) {
    const list: readonly unknown[] = answer;
    return list;
  }
  if (!isRecord(answer) || levels === 0) {
    return undefined;
  }
  for (const field of listFields) {
    const elements = elementsIn(answer[field], levels - 1);
    if (elements !== undefined) {
      return elements;
    }
  }
  // A list without elements is nothing in Go.
  if (answer['object'] === 'list' && answer['data'] === null) {
    return [];
  }
  return isRecord(answer['data']) ? entriesById(answer['data']) : undefined;
}

/** The entries of an object with the IDs as the names of its fields; undefined if it is none. */
function entriesById(data: WireObject): readonly unknown[] | undefined {
  const entries: WireObject[] = [];
  for (const [id, entry] of firstFields(data, maxModels)) {
    if (!isRecord(entry)) {
      return undefined;
    }
    entries.push({ id, ...boundedFields(entry) });
  }
  return entries.length > 0 ? entries : undefined;
}

/** In characters. */
const maxIdLength = 500;

function readModel(entry: unknown): readonly Model[] {
  if (!isRecord(entry)) {
    return [];
  }
  const { owned_by, created, ...others } = boundedFields(entry);
  const id = idOf(entry);
  return id === undefined
    ? []
    : [
        {
          ...others,
          id,
          ...(isString(owned_by) ? { owned_by } : {}),
          ...(isFiniteNumber(created) ? { created } : {}),
        },
      ];
}

/** IDs that stand for an entry of a catalogue. The name of the model beside them is what requests have. */
const catalogueId = /^(?:azureml:\/\/|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$)/i;

/** The ID for requests. Gemini calls it `name`, LM Studio `key`, LiteLLM `model_name`. */
function idOf({ id, key, model_name, model, name }: WireObject): string | undefined {
  const own = isString(id) && catalogueId.test(id.slice(0, 50)) && isUsable(name) ? name : id;
  return [own, key, model_name, model, name].find(isUsable);
}

function isUsable(value: unknown): value is string {
  return isString(value) && value !== '' && value.length <= maxIdLength;
}

/** In characters. */
const maxCursorLength = 500;

/** Anthropic: `has_more` and `last_id`; Google: `nextPageToken`; others: `next_page_token`. */
function nextPage(answer: unknown): ModelPage['next'] {
  if (!isRecord(answer)) {
    return undefined;
  }
  const { has_more: hasMore, last_id: lastId, nextPageToken, next_page_token: token } = answer;
  const cursors = [
    ['after_id', hasMore === true ? lastId : undefined],
    ['pageToken', nextPageToken],
    ['page_token', token],
  ] as const;
  for (const [parameter, value] of cursors) {
    if (isString(value) && value !== '' && value.length <= maxCursorLength) {
      return [parameter, value];
    }
  }
  return undefined;
}
