import {
  firstFields,
  isFiniteNumber,
  isRecord,
  isString,
  type WireObject,
} from '../../shared/guards.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { boundedFields } from '../boundedFields.ts';
import { errorFacts } from '../errors/errorFacts.ts';

/** One answer to a request for the model list. */
export interface ModelPage {
  readonly models: readonly Model[];
  /** The query parameter that asks for the rest of the list, if there is more. */
  readonly next?: readonly [parameter: string, value: string] | undefined;
}

/** Usual names of the list in an object, the likeliest first. */
const listFields = 'data models result results items resources endpoints list'.split(' ');

/** Fields of an object that are looked at for a list with another name. */
const maxFields = 50;

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
  const entries = elements.map((one) => (isString(one) ? { id: one } : one));
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
  return (
    entriesById(answer['data']) ??
    entriesById(answer['models']) ??
    otherList(answer) ??
    emptyList(answer)
  );
}

/** A list of entries with an ID, under any name. */
function otherList(answer: WireObject): readonly unknown[] | undefined {
  return firstFields(answer, maxFields)
    .map(([, field]): readonly unknown[] => (Array.isArray(field) ? field : []))
    .find(([first]) => isRecord(first) && idOf(boundedFields(first), namesOfIds) !== undefined);
}

/** A list without elements is `null` in Go. An object that says something else than success is not meant as one. */
function emptyList(answer: WireObject): readonly unknown[] | undefined {
  const isEmpty = listFields.some((name) => answer[name] === null);
  const { message = '' } = errorFacts(answer);
  return isEmpty && /^(?:ok|success\w{0,10})?$/i.test(message) ? [] : undefined;
}

/** The entries of an object with the IDs as the names of its fields; undefined if it is none. */
function entriesById(data: unknown): readonly unknown[] | undefined {
  const entries: WireObject[] = [];
  if (!isRecord(data)) {
    return undefined;
  }
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
  const fields = boundedFields(entry);
  const { owned_by, created, ...others } = fields;
  const id = idOf(fields, [...namesOfIds, 'name']);
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

/**
 * What services call the ID for requests, but for case and separators: LM Studio `key`, watsonx `model_id`, Bedrock
 * `modelId`, LiteLLM `model_name`. Gemini calls it `name`, which is what other services show.
 */
const namesOfIds = ['id', 'key', 'modelid', 'modelname', 'model', 'slug'];

/** The first of the fields with these names that can be an ID. */
function idOf(fields: WireObject, names: readonly string[]): string | undefined {
  const byName = new Map(
    Object.entries(fields).map(([name, field]) => [
      name.replaceAll(/[-_]/g, '').toLowerCase(),
      field,
    ]),
  );
  const [id, name] = [byName.get('id'), byName.get('name')];
  const own =
    isString(id) && catalogueId.test(id.slice(0, 50)) && isUsable(name) ? name : undefined;
  return [own, ...names.map((one) => byName.get(one))].find(isUsable);
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
