import { isRecord, isString } from '../guards.ts';
import { parameterNames } from '../service/requestParameters.ts';

/** The fields of the form that most connections do not need, in their order. */
export const moreFields = [
  'mode',
  'firstByteTimeoutSeconds',
  'idleTimeoutSeconds',
  ...parameterNames.map((name) => `parameters.${name}` as const),
  'systemPrompt',
  'paths.models',
  'paths.chatCompletions',
  'headers',
  'extraBody',
] as const;

/** The fields of the form in their order. Each is called as in the settings: `a.b` is the field `b` of the object `a`. */
export const draftFields = [
  'name',
  'baseUrl',
  'keyFrom',
  'model',
  'offerToVSCode',
  ...moreFields,
] as const;

/** A field of the form. */
export type DraftField = (typeof draftFields)[number];

/**
 * A connection as it is being edited: the text of each field, empty if it is not set. `keyFrom` has the form of
 * `keyText`, `headers` one `Name: value` a line, a parameter that of `parameterText`; a switch that is on says `true`.
 * It does not contain the key.
 */
export type ConnectionDraft = Readonly<Record<DraftField, string>>;

/** A text for some of the fields. */
export type FieldTexts = Partial<ConnectionDraft>;

/** Makes a draft of the text of each field. */
export function draftWith(textOf: (field: DraftField) => string): ConnectionDraft {
  const draft = Object.fromEntries(draftFields.map((field) => [field, textOf(field)]));
  return isConnectionDraft(draft) ? draft : emptyDraft;
}

/** Guards the shape of a draft. The texts can be anything that was typed. */
export function isConnectionDraft(value: unknown): value is ConnectionDraft {
  return isRecord(value) && draftFields.every((field) => isString(value[field]));
}

/** An empty form. */
export const emptyDraft = draftWith(() => '');
