import * as l10n from '@vscode/l10n';
import { type Guard, isRecord, isString } from '../guards.ts';

/** The parameters that a user can set, under the names of the interface. A missing one is not sent. */
export interface RequestParameters {
  readonly temperature?: number | undefined;
  readonly top_p?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly stop?: string | readonly string[] | undefined;
}

/** The names of `RequestParameters`, in the order in which they are shown. */
export const parameterNames = ['temperature', 'top_p', 'max_tokens', 'stop'] as const;

/** The name of a parameter that a user can set. */
export type ParameterName = (typeof parameterNames)[number];

/**
 * The parameters of a conversation: a value, `null` if the parameter is not to be sent, or nothing if the
 * connection's default applies.
 */
export type OwnParameters = {
  readonly [Name in ParameterName]?: RequestParameters[Name] | null;
};

/** A parameter with a range of values (`docs/service-interface.md`, "Limits"). */
type CheckedParameter = ParameterName | 'n';

const problems: Readonly<Record<CheckedParameter, (value: unknown) => string | undefined>> = {
  temperature: (value) => rangeProblem('temperature', value, 2),
  top_p: (value) => rangeProblem('top_p', value, 1),
  max_tokens: (value) => countProblem('max_tokens', value),
  n: (value) => countProblem('n', value),
  stop: stopProblem,
};

/** Why `value` cannot be sent as this parameter, with name and range; undefined if it can. */
export function parameterProblem(name: CheckedParameter, value: unknown): string | undefined {
  return value === undefined ? undefined : problems[name](value);
}

/** Guards parameters of a conversation: each can be sent, is `null` or is missing. Other fields are kept. */
export const isOwnParameters: Guard<OwnParameters> = (value): value is OwnParameters =>
  isRecord(value) &&
  parameterNames.every((name) => parameterProblem(name, value[name] ?? undefined) === undefined);

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

function rangeProblem(name: string, value: unknown, max: number): string | undefined {
  const fits = typeof value === 'number' && value >= 0 && value <= max;
  return fits ? undefined : l10n.t('{0} must be a number from 0 to {1}.', name, max);
}

function countProblem(name: string, value: unknown): string | undefined {
  const fits = Number.isSafeInteger(value) && Number(value) >= 1;
  return fits ? undefined : l10n.t('{0} must be a whole number greater than 0.', name);
}

function stopProblem(value: unknown): string | undefined {
  if (!isString(value) && !(Array.isArray(value) && value.every(isString))) {
    return l10n.t('{0} must be a string or a list of strings.', 'stop');
  }
  return value.length > 4 && !isString(value)
    ? l10n.t('{0} can have at most {1} values.', 'stop', 4)
    : undefined;
}

/** A parameter as text for its field. `stop` has one line for each text, with `\\n` for a line break. */
export function parameterText(name: ParameterName, parameters: OwnParameters = {}): string {
  const value = parameters[name];
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'number' ? String(value) : [value].flat().map(escapeBreaks).join('\n');
}

/** The value of a parameter's field: undefined if the text is empty, NaN if it should be a number and is none. */
export function readParameter(name: ParameterName, text: string): RequestParameters[ParameterName] {
  if (name !== 'stop') {
    return text.trim() === '' ? undefined : Number(text);
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const [first, ...others] = lines.map(unescapeBreaks);
  return first !== undefined && others.length > 0 ? [first, ...others] : first;
}

/** One line for each parameter that is sent, such as `temperature 0.2`, or that a conversation turns off. */
export function parameterLines(
  defaults: RequestParameters = {},
  own: OwnParameters = {},
): readonly string[] {
  const set = mergeParameters(defaults, own);
  return parameterNames.flatMap((name) => {
    if (set[name] !== undefined) {
      return [`${name} ${parameterText(name, set).replaceAll('\n', ', ')}`];
    }
    return defaults[name] === undefined ? [] : [l10n.t('{0} not sent', name)];
  });
}

function escapeBreaks(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function unescapeBreaks(line: string): string {
  return line.replaceAll(/\\([\\nt])/g, (_escape, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\',
  );
}
