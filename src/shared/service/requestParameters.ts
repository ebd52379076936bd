import * as l10n from '@vscode/l10n';
import { type Guard, isOneOf, isRecord, isString, keysOf } from '../guards.ts';
import { type ExtraFields, extraFieldsProblem } from './extraFields.ts';
import { type ResponseFormat, responseFormatProblem } from './responseFormat.ts';
import {
  isEffortName,
  type ThinkingEffort,
  type ThinkingField,
  thinkingFields,
} from './thinking.ts';

/** The parameters that are fields of the request under that name; a missing one is not sent. */
export interface RequestFields {
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly stop?: string | readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly presence_penalty?: number | undefined;
  readonly frequency_penalty?: number | undefined;
  readonly response_format?: ResponseFormat | undefined;
}

/** The parameters that a user can set. */
export interface RequestParameters extends RequestFields {
  /** How much the model thinks; `thinkingBody` makes the field of the service of it. */
  readonly thinkingEffort?: ThinkingEffort | undefined;
  /** The field in which the effort is sent. If missing, the service and the model decide. */
  readonly thinkingField?: ThinkingField | undefined;
}

type Problem = (value: unknown) => string | undefined;

/** Why a value cannot be that of a field (`docs/service-interface.md`, "Limits"), in the order in which they are sent. */
const fieldProblems: Readonly<Record<keyof RequestFields, Problem>> = {
  temperature: (value) => rangeProblem('temperature', value, 0, 2),
  top_p: (value) => rangeProblem('top_p', value, 0, 1),
  max_tokens: (value) => countProblem('max_tokens', value),
  stop: stopProblem,
  seed: seedProblem,
  presence_penalty: (value) => rangeProblem('presence_penalty', value, -2, 2),
  frequency_penalty: (value) => rangeProblem('frequency_penalty', value, -2, 2),
  response_format: responseFormatProblem,
};

/** The name of a parameter that a user can set. */
export type ParameterName = keyof RequestParameters;

const problems: Readonly<Record<ParameterName, Problem>> = {
  thinkingEffort: effortProblem,
  thinkingField: fieldProblem,
  ...fieldProblems,
};

/** The parameters that are fields of a request, in the order in which they are shown and sent. */
export const fieldNames = keysOf(fieldProblems);

/** The names of `RequestParameters`, in the order in which they are shown. */
export const parameterNames = keysOf(problems);

/**
 * The parameters of a conversation: a value, `null` if the parameter is not to be sent, or nothing if the
 * connection's default applies.
 */
export type OwnParameters = {
  readonly [Name in ParameterName]?: RequestParameters[Name] | null;
} & {
  /** Further fields of the request, under their names. They replace those of the connection. */
  readonly fields?: ExtraFields | undefined;
};

/** Why `value` cannot be sent as this parameter, with name and range; undefined if it can. */
export function parameterProblem(name: ParameterName | 'n', value: unknown): string | undefined {
  const problem: Problem = name === 'n' ? (count) => countProblem(name, count) : problems[name];
  return value === undefined ? undefined : problem(value);
}

/** Guards parameters of a conversation: each can be sent, is `null` or is missing. Other fields are kept. */
export const isOwnParameters: Guard<OwnParameters> = (value): value is OwnParameters =>
  isRecord(value) &&
  parameterNames.every((name) => parameterProblem(name, value[name] ?? undefined) === undefined) &&
  (value['fields'] === undefined || extraFieldsProblem(value['fields'], fieldNames) === undefined);

/** The parameters that are sent: a conversation's `own`, else the connection's `defaults`. */
export function mergeParameters(
  defaults: RequestParameters = {},
  own: OwnParameters = {},
): RequestParameters {
  const set = parameterNames
    .map((name) => [name, own[name] === undefined ? defaults[name] : own[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(set);
}

function rangeProblem(name: string, value: unknown, min: number, max: number): string | undefined {
  const fits = typeof value === 'number' && value >= min && value <= max;
  return fits ? undefined : l10n.t('{0} must be a number from {1} to {2}.', name, min, max);
}

function countProblem(name: string, value: unknown): string | undefined {
  const fits = Number.isSafeInteger(value) && Number(value) >= 1;
  return fits ? undefined : l10n.t('{0} must be a whole number greater than 0.', name);
}

function seedProblem(value: unknown): string | undefined {
  return Number.isSafeInteger(value) ? undefined : l10n.t('{0} must be a whole number.', 'seed');
}

function stopProblem(value: unknown): string | undefined {
  if (!isString(value) && !(Array.isArray(value) && value.every(isString))) {
    return l10n.t('{0} must be a string or a list of strings.', 'stop');
  }
  return value.length > 4 && !isString(value)
    ? l10n.t('{0} can have at most {1} values.', 'stop', 4)
    : undefined;
}

function effortProblem(value: unknown): string | undefined {
  const isBudget = Number.isSafeInteger(value) && Number(value) >= 1;
  return isBudget || isEffortName(value)
    ? undefined
    : l10n.t('The thinking effort must be a name such as {0}, or a number of tokens.', '“low”');
}

function fieldProblem(value: unknown): string | undefined {
  return isOneOf(...thinkingFields)(value)
    ? undefined
    : l10n.t('{0} must be one of {1}.', 'thinkingField', thinkingFields.join(', '));
}
