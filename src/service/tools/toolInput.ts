import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { JsonProgress, parseJson } from '../parseJson.ts';

/**
 * The input of a tool, from the arguments of a call as a service sent them; undefined if they are not one JSON
 * object. Some servers send nothing or `null` for a tool without parameters, write the JSON as a string once more,
 * put an empty object before the arguments, or send the whole arguments twice.
 */
export function toolInput(text: string): WireObject | undefined {
  if (text.trim() === '') {
    return {};
  }
  const value = parseJson(text);
  const input = isString(value) ? parseJson(value) : value;
  if (input === null) {
    return {};
  }
  return isRecord(input) ? input : onlyInput(text);
}

/** The one object in a text with several values in a row that are empty or the same. */
function onlyInput(text: string): WireObject | undefined {
  const texts = new Set(valuesIn(text).filter((value) => value !== '{}'));
  const [only = '{}'] = texts;
  const input = texts.size <= 1 ? parseJson(only) : undefined;
  return isRecord(input) ? input : undefined;
}

/** The objects and lists that follow one another in a text, as texts; with what is left over at its end. */
function valuesIn(text: string): readonly string[] {
  const values: string[] = [];
  let progress = new JsonProgress();
  let start = 0;
  for (let at = 0; at < text.length && values.length < maxValues; at += 1) {
    progress.read(text.charAt(at));
    if (progress.isComplete) {
      values.push(text.slice(start, at + 1).trim());
      start = at + 1;
      progress = new JsonProgress();
    }
  }
  const rest = text.slice(start).trim();
  return rest === '' ? values : [...values, rest];
}

/** More do not happen by accident. */
const maxValues = 4;
