import { parameterNames, type RequestParameters } from '../shared/requestParameters.ts';

/** One of the parameters that the user may set. */
export type ParameterName = (typeof parameterNames)[number];

/** A parameter as it stands in its box; `stop` has a line for each text, with `\\n` for a break. */
export function parameterText(name: ParameterName, parameters: RequestParameters = {}): string {
  const value = parameters[name];
  if (value === undefined) {
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

/** What is set, in one line each: `temperature 0.2`. */
export function parameterLines(parameters: RequestParameters): readonly string[] {
  return parameterNames
    .filter((name) => parameters[name] !== undefined)
    .map((name) => `${name} ${parameterText(name, parameters).replaceAll('\n', ', ')}`);
}

function escapeBreaks(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function unescapeBreaks(line: string): string {
  return line.replaceAll(/\\([\\nt])/g, (_escape, letter: string) =>
    letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\',
  );
}
