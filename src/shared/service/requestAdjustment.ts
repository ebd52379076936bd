import { isBoolean, isObjectOf, isOneOf, isString, optional, type Guard } from '../guards.ts';

/** Names for the same thing: services take one of them and refuse the other. */
const otherNames = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
} as const;

/** A name that a field may be sent under in place of its own. */
type OtherName = keyof typeof otherNames;

/** A field of a request's body that goes out otherwise than it was set, since the service refused it. */
export interface RequestAdjustment {
  readonly field: string;
  /** The name that it is sent under; where it is missing, the field is left out. */
  readonly sentAs?: OtherName | undefined;
  /** For one request: the service refused a value, which may be another one next time. */
  readonly once?: boolean | undefined;
}

/** A field of the request that a service has refused. */
export interface RefusedField {
  readonly name: string;
  /** The name that the service may take in its place. */
  readonly otherName?: OtherName | undefined;
  /** Whether it is the value that was refused: the field as such may be fine. */
  readonly isValue: boolean;
}

/** Longer names of fields are not looked at. */
const maxFieldLength = 100;

/** Fields without which, or under another name, a request would be another one. */
const fixedFields: ReadonlySet<string> = new Set(['model', 'messages', 'stream']);

/** Whether a field may be changed at all. */
export const isChangeable: Guard<string> = (value): value is string =>
  isString(value) && value !== '' && value.length <= maxFieldLength && !fixedFields.has(value);

const isOtherName = isOneOf('max_tokens', 'max_completion_tokens');

/** Guards a stored change. */
export const isRequestAdjustment: Guard<RequestAdjustment> = isObjectOf({
  field: isChangeable,
  sentAs: optional(isOtherName),
  once: optional(isBoolean),
});

/** Guards what is stored of a refusal. */
export const isRefusedField: Guard<RefusedField> = isObjectOf({
  name: isChangeable,
  otherName: optional(isOtherName),
  isValue: isBoolean,
});

/** The other name of a field, where it has one. */
export function otherNameOf(field: string): OtherName | undefined {
  return isOtherName(field) ? otherNames[field] : undefined;
}
