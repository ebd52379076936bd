import * as l10n from '@vscode/l10n';
import { isString } from '../guards.ts';
import { formatNumber } from '../language.ts';
import {
  isOwnParameters,
  mergeParameters,
  type OwnParameters,
  type ParameterName,
  parameterNames,
  parameterProblem,
  type RequestParameters,
} from './requestParameters.ts';

/**
 * A parameter as text for its field. `stop` has one line for each text, with `\\n` for a line break;
 * `response_format` is JSON.
 */
export function parameterText(name: ParameterName, parameters: OwnParameters = {}): string {
  const value = parameters[name];
  if (name === 'stop') {
    const { stop } = parameters;
    return [stop ?? []].flat().map(escapeBreaks).join('\n');
  }
  if (value === undefined || value === null) {
    return '';
  }
  return isString(value) ? value : JSON.stringify(value, undefined, 2);
}

/** What the text of a parameter's field says: a parameter, none if it is empty, or why it cannot be used. */
export type ParameterReading =
  | { readonly set: OwnParameters; readonly problem?: undefined }
  | { readonly set?: undefined; readonly problem: string };

/** Reads the text of a parameter's field. */
export function readParameter(name: ParameterName, text: string): ParameterReading {
  const value = valueOf(name, text);
  const set = value === undefined ? {} : { [name]: value };
  return isOwnParameters(set) ? { set } : { problem: parameterProblem(name, value) ?? '' };
}

function valueOf(name: ParameterName, text: string): unknown {
  const isEmpty = text.trim() === '';
  switch (name) {
    case 'stop':
      return stopOf(text);
    case 'thinkingEffort':
      return isEmpty ? undefined : /^\s*\d+\s*$/.test(text) ? Number(text) : text.trim();
    case 'thinkingField':
      return isEmpty ? undefined : text.trim();
    case 'response_format':
      return isEmpty ? undefined : parsed(text);
    default:
      return isEmpty ? undefined : Number(text);
  }
}

function stopOf(text: string): unknown {
  const lines = text.split('\n').filter((line) => line !== '');
  const [first, ...others] = lines.map(unescapeBreaks);
  return first !== undefined && others.length > 0 ? [first, ...others] : first;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One line for each parameter that is sent, such as `temperature 0.2`, or that a conversation turns off. */
export function parameterLines(
  defaults: RequestParameters = {},
  own: OwnParameters = {},
): readonly string[] {
  const set = mergeParameters(defaults, own);
  const lines = parameterNames.flatMap((name) => {
    if (set[name] !== undefined) {
      return [`${parameterLabel(name)} ${shortText(name, set)}`];
    }
    return defaults[name] === undefined ? [] : [l10n.t('{0} not sent', parameterLabel(name))];
  });
  return [
    ...lines,
    ...Object.entries(own.fields ?? {}).map(([name, value]) => `${name} ${shortJson(value)}`),
  ];
}

/** What a parameter is called: most by the name of their field. */
export function parameterLabel(name: ParameterName): string {
  switch (name) {
    case 'thinkingEffort':
      return l10n.t('Thinking effort');
    case 'thinkingField':
      return l10n.t('Thinking field');
    default:
      return name;
  }
}

/** What can be entered as a parameter. `maxTokens` is the most that `max_tokens` can be, if it is known. */
export function parameterHint(name: ParameterName, maxTokens?: number): string {
  switch (name) {
    case 'thinkingEffort':
      return l10n.t('a name or a number of tokens');
    case 'thinkingField':
      return l10n.t('How the effort is sent; leave empty for the usual way of the service');
    case 'temperature':
      return l10n.t('{0} to {1}', 0, 2);
    case 'top_p':
      return l10n.t('{0} to {1}', 0, 1);
    case 'presence_penalty':
    case 'frequency_penalty':
      return l10n.t('{0} to {1}', -2, 2);
    case 'max_tokens':
      return maxTokens === undefined
        ? l10n.t('whole number')
        : l10n.t('{0} to {1}', 1, formatNumber(maxTokens));
    case 'seed':
      return l10n.t('whole number');
    case 'stop':
      return l10n.t('at most {0}, one per line', 4);
    case 'response_format':
      return l10n.t('JSON, such as {0}', '{"type": "json_object"}');
  }
}

function shortText(name: ParameterName, set: RequestParameters): string {
  const { json_schema: named, type = '' } = set.response_format ?? {};
  return name === 'response_format'
    ? [type, named?.name ?? ''].join(' ').trim()
    : parameterText(name, set).replaceAll('\n', ', ');
}

/** In characters. */
const maxShownLength = 60;

function shortJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > maxShownLength ? `${json.slice(0, maxShownLength - 1)}…` : json;
}

function escapeBreaks(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function unescapeBreaks(line: string): string {
  return line.replaceAll(/\\([\\nt])/g, (_escape, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\',
  );
}
