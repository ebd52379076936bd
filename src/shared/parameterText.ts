import {
  mergeParameters,
  parameterNames,
  type OwnParameters,
  type ParameterName,
  type RequestParameters,
} from './requestParameters.ts';

/** A parameter as it stands in its box; `stop` has a line for each text, with `\\n` for a break. */
export function parameterText(name: ParameterName, parameters: OwnParameters = {}): string {
  const value = parameters[name];
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'number' ? String(value) : [value].flat().map(escapeBreaks).join('\n');
}

/** What a box holds: nothing where it is empty; a number that is none is NaN. */
export function readParameter(name: ParameterName, text: string): RequestParameters[ParameterName] {
  if (name !== 'stop') {
    return text.trim() === '' ? undefined : Number(text);
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const [first, ...others] = lines.map(unescapeBreaks);
  return first !== undefined && others.length > 0 ? [first, ...others] : first;
}

/** What is set, in one line each: `temperature 0.2`; also what the conversation keeps from being sent. */
export function parameterLines(
  defaults: RequestParameters = {},
  own: OwnParameters = {},
): readonly string[] {
  const set = mergeParameters(defaults, own);
  return parameterNames.flatMap((name) => {
    if (set[name] !== undefined) {
      return [`${name} ${parameterText(name, set).replaceAll('\n', ', ')}`];
    }
    return defaults[name] === undefined ? [] : [`${name} not sent`];
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
