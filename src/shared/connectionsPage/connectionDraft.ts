import { type Guard, isOneOf, isRecord, isString } from '../guards.ts';
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
 * Texts of fields: of a connection as it is being edited, or of what is changed in it. A field that is not there is not
 * set, or not changed. `keyFrom` has the form of `keyText`, `headers` one `Name: value` a line, a parameter that of
 * `parameterText`; a switch that is on says `true`. The key is not among them.
 */
export type FieldTexts = Readonly<Partial<Record<DraftField, string>>>;

const isField = isOneOf(...draftFields);

/** Guards texts of fields. They can be anything that was typed. */
export const isFieldTexts: Guard<FieldTexts> = (value): value is FieldTexts =>
  isRecord(value) && Object.entries(value).every(([name, text]) => isField(name) && isString(text));
