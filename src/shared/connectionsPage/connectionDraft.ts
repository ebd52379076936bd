import { type Guard, isOneOf, isRecord, isString } from '../guards.ts';
import { isKeySourceKind, type KeySourceKind } from '../service/keySource.ts';
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
  'keyFrom.kind',
  'keyFrom.name',
  'keyFrom.variable',
  'keyFrom.command',
  'keyFrom.scope',
  'model',
  'offerToVSCode',
  ...moreFields,
] as const;

/** A field of the form. */
export type DraftField = (typeof draftFields)[number];

/** The field that each source of keys has beside its kind. */
const sourceFields = {
  stored: 'keyFrom.name',
  environment: 'keyFrom.variable',
  command: 'keyFrom.command',
  microsoft: 'keyFrom.scope',
} as const satisfies Readonly<Record<KeySourceKind, DraftField>>;

/** The field beside `keyFrom.kind`; `undefined` for the key that is typed for the origin. */
export function sourceField(kind: unknown): DraftField | undefined {
  return isKeySourceKind(kind) ? sourceFields[kind] : undefined;
}

/** The fields that count where `keyFrom.kind` is this: without those of other sources of keys. */
export function usedFields(kind: unknown): readonly DraftField[] {
  const used = new Set<unknown>(['keyFrom.kind', sourceField(kind)]);
  return draftFields.filter((name) => !name.startsWith('keyFrom.') || used.has(name));
}

/**
 * Texts of fields: of a connection as it is being edited, or of what is changed in it. A field that is not there is not
 * set, or not changed. `headers` has one `Name: value` a line, a parameter the form of `parameterText`; a switch that is on
 * says `true`. The key is not among them.
 */
export type FieldTexts = Readonly<Partial<Record<DraftField, string>>>;

const isField = isOneOf(...draftFields);

/** Guards texts of fields. They can be anything that was typed. */
export const isFieldTexts: Guard<FieldTexts> = (value): value is FieldTexts =>
  isRecord(value) && Object.entries(value).every(([name, text]) => isField(name) && isString(text));
