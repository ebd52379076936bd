import { isRecord, type WireObject } from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { countOf, elementsOf, recordIn } from './modelEntry.ts';

/** The context length of a model in tokens, as the model list states it; undefined if it does not. */
export function contextLength(model: Model): number | undefined {
  const entry = recordIn(model);
  return (
    servedLength(entry) ??
    firstCount(placesIn(entry), lengthFields) ??
    firstCount(placesIn(entry), inputFields) ??
    providersLength(entry)
  );
}

/** The most tokens of a reply, as the model list states it; undefined if it does not. */
export function outputLimit(model: Model): number | undefined {
  const entry = recordIn(model);
  return (
    firstCount(placesIn(entry), outputFields) ??
    // Some lists mean the context length by it.
    firstCount(
      [entry].filter((place) => hasOtherLength(place)),
      ['max_tokens'],
    )
  );
}

/** Fields in which services state the context length ("Model object" 3). */
const lengthFields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'availableContextTokens',
  'n_ctx',
  'n_ctx_train',
];

/** Fields for what a prompt may have at most. */
const inputFields = ['max_input_tokens', 'max_prompt_length', 'inputTokenLimit'];

/** Fields for what a reply may have at most. */
const outputFields = [
  'max_completion_tokens',
  'max_output_tokens',
  'max_output_length',
  'maxCompletionTokens',
  'outputTokenLimit',
];

/** A model, and the objects within it that may have one of these fields. */
function placesIn(entry: WireObject): readonly WireObject[] {
  return [
    entry,
    ...['meta', 'metadata', 'model_info', 'top_provider', 'limits', 'model_spec'].map((field) =>
      recordIn(entry, field),
    ),
    propertiesIn(entry),
  ];
}

/** Cloudflare lists the facts of a model as elements with name and value. */
function propertiesIn(entry: WireObject): WireObject {
  return Object.fromEntries(
    elementsOf(entry['properties'])
      .filter(isRecord)
      .map(({ property_id: name, value }) => [String(name).slice(0, 50), value]),
  );
}

function firstCount(places: readonly WireObject[], fields: readonly string[]): number | undefined {
  return places
    .flatMap((place) => fields.map((field) => countOf(place[field])))
    .find((count) => count !== undefined);
}

function hasOtherLength(entry: WireObject): boolean {
  return firstCount([entry], [...lengthFields, ...inputFields]) !== undefined;
}

/** LM Studio states the length with which a model is loaded, which is less than what the model can take. */
function servedLength(entry: WireObject): number | undefined {
  const [loaded] = elementsOf(entry['loaded_instances']);
  return (
    countOf(entry['loaded_context_length']) ?? countOf(recordIn(loaded, 'config')['context_length'])
  );
}

/** The router of Hugging Face chooses among providers: what fits into the smallest context fits into all. */
function providersLength(entry: WireObject): number | undefined {
  const lengths = elementsOf(entry['providers'])
    .filter(isRecord)
    .filter(({ status }) => status === undefined || status === 'live')
    .map((provider) => countOf(provider['context_length']))
    .filter((length) => length !== undefined);
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}
