import { isArrayOf, isOneOf, isRecord, isString } from '../guards.ts';
import type { Model } from './chatCompletion.ts';
import type { Price } from './prices.ts';

/** What a model can do besides reading and writing text. The first four are kinds of input. */
const abilities = ['vision', 'audio', 'video', 'files', 'tools', 'reasoning'] as const;

export type Ability = (typeof abilities)[number];

export const isAbilities = isArrayOf(isOneOf(...abilities));

/** What services call an ability, without “supports” and in snake case. */
const abilityNames: Readonly<Record<Ability, readonly string[]>> = {
  vision: ['vision', 'image', 'images', 'image_in', 'image_input'],
  audio: ['audio', 'audio_in', 'audio_input'],
  video: ['video', 'video_in', 'video_input'],
  files: ['file', 'files', 'pdf', 'file_input', 'pdf_input'],
  tools: ['tools', 'tool_use', 'tool_calling', 'tool_calls', 'function_calling'],
  reasoning: ['reasoning', 'reasoning_effort', 'include_reasoning', 'thinking'],
};

/** Elements of a list that are looked at. */
const maxElements = 100;

/** What a model can do, as its entry in the model list states it; empty if it states nothing. */
export function modelAbilities(model: Model): readonly Ability[] {
  if (!isRecord(model)) {
    return [];
  }
  const stated = new Set(statedNames(model).map(plainName));
  return abilities.filter((ability) => abilityNames[ability].some((name) => stated.has(name)));
}

/** The names of abilities in all places where services state them. */
function statedNames(model: Readonly<Record<string, unknown>>): readonly string[] {
  const architecture = recordIn(model, 'architecture');
  const { providers, type } = model;
  return [
    ...namesIn(architecture['input_modalities']),
    ...modalityNames(architecture['modality']),
    ...namesIn(model['input_modalities']),
    ...namesIn(model['supported_input_modalities']),
    ...namesIn(model['supported_parameters']),
    ...namesIn(model['supported_features']),
    ...namesIn(model['capabilities']),
    ...namesIn(model['tags']),
    ...namesIn(model['modalities']),
    ...namesIn(recordIn(model, 'model_spec')['capabilities']),
    // Other fields of a model may have the name of an ability and another meaning.
    ...[model, recordIn(model, 'model_info')].flatMap((place) =>
      namesIn(place).filter((name) => /^(?:supports_|reasoning$|thinking$)/.test(name)),
    ),
    ...(Array.isArray(providers) ? providers.slice(0, maxElements).flatMap(namesIn) : []),
    ...(type === 'vlm' ? ['vision'] : []),
  ];
}

/** The elements of a list, or the fields of an object that are set. */
function namesIn(place: unknown): readonly string[] {
  if (Array.isArray(place)) {
    return place.slice(0, maxElements).filter(isString);
  }
  return isRecord(place)
    ? Object.entries(place)
        .slice(0, maxElements)
        .flatMap(([name, value]) => (isSet(value) ? name : []))
    : [];
}

/** Anthropic states an ability as an object with `supported`. */
function isSet(value: unknown): boolean {
  return value === true || (isRecord(value) && value['supported'] !== false);
}

/** The inputs in a text such as `text+image->text`. */
function modalityNames(modality: unknown): readonly string[] {
  return isString(modality) ? (modality.slice(0, 200).split('->')[0] ?? '').split('+') : [];
}

function plainName(name: string): string {
  return name
    .slice(0, 100)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('-', '_')
    .toLowerCase()
    .replace(/^(?:supports|trained_for)_/, '');
}

/**
 * The price of a model in its entry in the model list; undefined if it states none, or a part of it only.
 * Services that state texts or very small numbers mean US dollars for a token, the others for a million.
 */
export function listedPrice(model: Model): Price | undefined {
  if (!isRecord(model)) {
    return undefined;
  }
  const pricing = {
    ...recordIn(model, 'pricing'),
    ...recordIn(recordIn(model, 'model_spec'), 'pricing'),
  };
  const info = { ...model, ...recordIn(model, 'model_info') };
  const prompt = dollars(pricing['prompt'] ?? pricing['input'] ?? info['input_cost_per_token']);
  const completion = dollars(
    pricing['completion'] ?? pricing['output'] ?? info['output_cost_per_token'],
  );
  return prompt === undefined || completion === undefined ? undefined : { prompt, completion };
}

/** No service asks for more than this for a token, or for less than this for a million of them. */
const mostDollarsForToken = 0.001;

/** US dollars for a million tokens. A negative number stands for a price that varies. */
function dollars(stated: unknown): number | undefined {
  const value = isRecord(stated) ? stated['usd'] : stated;
  const amount = isString(value) && /^\d/.test(value) ? Number(value.slice(0, 40)) : value;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) {
    return undefined;
  }
  const isForToken = isString(value) || amount < mostDollarsForToken;
  // Without the error that the multiplication of a fraction makes.
  return Number((isForToken ? amount * 1_000_000 : amount).toPrecision(6));
}

function recordIn(
  place: Readonly<Record<string, unknown>>,
  field: string,
): Readonly<Record<string, unknown>> {
  const value = place[field];
  return isRecord(value) ? value : {};
}
