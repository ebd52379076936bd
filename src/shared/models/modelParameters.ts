import {
  type Guarded,
  isArrayOf,
  isObjectOf,
  isOneOf,
  isRecord,
  isStrings,
  optional,
} from '../guards.ts';
import type { Model } from '../service/chatCompletion.ts';
import { elementsOf, fieldsOf, isSupported, namesIn, recordIn } from './modelEntry.ts';
import { outputLimit } from './modelLimits.ts';

/**
 * The parameters that a list can say something about. Services name other ones as well, and accept more
 * than they name, so that nothing follows for a parameter that is not among these.
 */
const listedNames = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'frequency_penalty',
  'presence_penalty',
  'repetition_penalty',
  'logit_bias',
  'max_tokens',
  'stop',
  'seed',
  'response_format',
  'structured_outputs',
  'reasoning_effort',
] as const;

type ListedName = (typeof listedNames)[number];

const isListedName = isOneOf(...listedNames);

export const isModelParameters = isObjectOf({
  /** The parameters that the model is known to take; missing if the list names none. */
  names: optional(isArrayOf(isListedName)),
  /**
   * The efforts of thinking that the user can choose, the least first, as the service spells them; empty if
   * the model has none. Missing if the list does not say.
   */
  efforts: optional(isStrings),
  /** The most that `max_tokens` can be. */
  maxOutputTokens: optional((value): value is number => Number.isSafeInteger(value)),
});

/** What the model list says about the parameters of a model. */
export interface ModelParameters extends Guarded<typeof isModelParameters> {}

/** What the entry of a model says about its parameters. */
export function modelParameters(model: Model): ModelParameters {
  return {
    names: parameterNames(model),
    efforts: reasoningEfforts(model),
    maxOutputTokens: outputLimit(model),
  };
}

/** Whether the model takes a parameter, as far as its list says so; undefined if that is not known. */
export function supportsParameter(
  { names, efforts }: ModelParameters,
  parameter: string,
): boolean | undefined {
  if (parameter === 'reasoning_effort' && efforts !== undefined) {
    return efforts.length > 0;
  }
  const name = plainName(parameter);
  return names === undefined || !isListedName(name) ? undefined : names.includes(name);
}

/** The other names under which services list a parameter. */
const synonyms: Readonly<Record<string, ListedName>> = {
  max_completion_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
  stop_sequences: 'stop',
  random_seed: 'seed',
  json_mode: 'response_format',
  json_schema: 'structured_outputs',
  reasoning: 'reasoning_effort',
};

function plainName(name: string): string {
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;
}

/** What a list of sampling parameters does not speak about. */
const notSampling: readonly ListedName[] = [
  'max_tokens',
  'response_format',
  'structured_outputs',
  'reasoning_effort',
];

function parameterNames(model: Model): readonly ListedName[] | undefined {
  const entry = recordIn(model);
  const info = recordIn(entry, 'model_info');
  const all = [
    entry['supported_parameters'],
    entry['supported_openai_params'],
    info['supported_openai_params'],
  ].flatMap(namesIn);
  const sampling = namesIn(entry['supported_sampling_parameters']);
  if (all.length === 0 && sampling.length === 0) {
    return undefined;
  }
  const stated = new Set<string>([...all, ...sampling].map(plainName));
  const others = all.length === 0 ? notSampling : [];
  const hasSchema = stated.has('structured_outputs');
  return listedNames.filter(
    (name) =>
      stated.has(name) || others.includes(name) || (name === 'response_format' && hasSchema),
  );
}

/** The efforts that services know, the least first. */
const knownEfforts = ['none', 'off', 'minimal', 'low', 'medium', 'on', 'high', 'xhigh', 'max'];

/** What OpenRouter takes for every model with a choice of effort. */
const commonEfforts: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'];

const maxEfforts = 12;

function reasoningEfforts(model: Model): readonly string[] | undefined {
  const entry = recordIn(model);
  const found =
    openRouterEfforts(entry) ??
    anthropicEfforts(recordIn(entry, 'capabilities')) ??
    namedEfforts(entry);
  return found === undefined ? undefined : ordered(found);
}

/** `supported_efforts` is null where all efforts are accepted, and `reasoning` is missing where there are none. */
function openRouterEfforts(
  entry: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const { reasoning } = entry;
  if (!isRecord(reasoning) || !Object.hasOwn(reasoning, 'supported_efforts')) {
    return undefined;
  }
  const efforts =
    reasoning['supported_efforts'] === null
      ? commonEfforts
      : namesIn(reasoning['supported_efforts']);
  return reasoning['mandatory'] === true ? efforts.filter((effort) => effort !== 'none') : efforts;
}

/** `effort` has a field for each level, beside `supported`. */
function anthropicEfforts(
  capabilities: Readonly<Record<string, unknown>>,
): readonly string[] | undefined {
  const { effort } = capabilities;
  if (!isRecord(effort)) {
    return undefined;
  }
  return isSupported(effort)
    ? fieldsOf(effort).flatMap(([name, level]) =>
        isRecord(level) && isSupported(level) ? [name] : [],
      )
    : [];
}

/** Lists of other servers, such as that of LM Studio: `capabilities.reasoning.allowed_options`. */
function namedEfforts(entry: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  const places = [
    recordIn(entry, 'capabilities', 'reasoning')['allowed_options'],
    recordIn(entry, 'reasoning_efforts')['valid_efforts'],
    entry['reasoning_efforts'],
    entry['supported_reasoning_efforts'],
    entry['supported_reasoning_levels'],
  ];
  return places
    .map((place) => elementsOf(place).map((one) => (isRecord(one) ? one['effort'] : one)))
    .map(namesIn)
    .find((names) => names.length > 0);
}

function ordered(efforts: readonly string[]): readonly string[] {
  return [...new Set(efforts)].slice(0, maxEfforts).toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf(effort: string): number {
  const at = knownEfforts.indexOf(effort);
  return at === -1 ? knownEfforts.length : at;
}
