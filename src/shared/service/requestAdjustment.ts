import * as l10n from '@vscode/l10n';
import {
  type Guard,
  type Guarded,
  isArrayOf,
  isBoolean,
  isKeyOf,
  isObjectOf,
  isString,
  optional,
} from '../guards.ts';
import { isEffortName } from './thinking.ts';

/** In characters. A longer name is not that of a field. */
const maxFieldLength = 100;

/** Fields that every request needs under their own names. */
const fixedFields: ReadonlySet<string> = new Set(['model', 'messages', 'stream']);

/** Whether a field may be left out or sent under another name. */
export const isAdjustable: Guard<string> = (value): value is string =>
  isString(value) && value !== '' && value.length <= maxFieldLength && !fixedFields.has(value);

/** Two names of one field. A service accepts one of them and may reject the other. */
const otherNames = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
} as const;

const isOtherName = isKeyOf(otherNames);

export const isRequestAdjustment = isObjectOf({
  field: isAdjustable,
  /** The name under which the field is sent. If missing, the field is left out. */
  sentAs: optional(isOtherName),
  /** Applies to one request only: the service rejected the value, and the next value may be accepted. */
  once: optional(isBoolean),
});

/**
 * A field of a request's body that is left out or sent under another name, because the service rejected
 * it. The user decides on it, unless Parley itself had added the field; Parley then remembers it for the
 * connection and the model.
 */
export interface RequestAdjustment extends Guarded<typeof isRequestAdjustment> {}

export const isRefusedField = isObjectOf({
  name: isAdjustable,
  /** Another name under which the service may accept the field. */
  otherName: optional(isOtherName),
  /** Whether the value was rejected and not the field itself. */
  isValue: isBoolean,
  /** The thinking efforts that the service accepts in its place, if it named them. */
  values: optional(isArrayOf(isEffortName)),
});

/** A field of a request that the service rejected (`docs/service-interface.md`, "Errors" 6). */
export interface RefusedField extends Guarded<typeof isRefusedField> {}

/** The other name of a field; undefined if it has none. */
export function otherNameOf(field: string): Guarded<typeof isOtherName> | undefined {
  return isOtherName(field) ? otherNames[field] : undefined;
}

/** `adjustments` together with `more`. If both have the same field, that of `more` applies. */
export function addAdjustments(
  adjustments: readonly RequestAdjustment[],
  more: readonly RequestAdjustment[],
): readonly RequestAdjustment[] {
  const byField = new Map([...adjustments, ...more].map((one) => [one.field, one]));
  return [...byField.values()];
}

/** The adjustments that make a difference to a body with these fields. */
export function effectiveAdjustments(
  adjustments: readonly RequestAdjustment[],
  fields: Readonly<Record<string, unknown>>,
): readonly RequestAdjustment[] {
  return adjustments.filter(
    ({ field }) => Object.hasOwn(fields, field) && fields[field] !== undefined,
  );
}

/**
 * The field of an adjustment that is not about the body but about its messages: their images are sent as notes, because
 * the model takes none. It is the type of the parts with images.
 */
export const imagesField = 'image_url';

/** An adjustment in words, such as `max_tokens is sent as max_completion_tokens`. */
export function adjustmentText({ field, sentAs }: RequestAdjustment): string {
  if (field === imagesField) {
    return l10n.t('images are sent as notes');
  }
  return sentAs === undefined
    ? l10n.t('{0} is left out', field)
    : l10n.t('{0} is sent as {1}', field, sentAs);
}
