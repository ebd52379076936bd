import {
  isArrayOf,
  isObjectOf,
  isOneOf,
  isString,
  isUnionByKind,
  optional,
  type Guard,
} from '../guards.ts';

/** Whether a complete reply has the form that `response_format` asked for. */
export type FormatCheck =
  | {
      readonly kind: 'fits';
      /** The schema has patterns, which are not checked. */
      readonly isPartial?: true | undefined;
    }
  | { readonly kind: 'notJson' }
  | { readonly kind: 'differs'; readonly problems: readonly FormatProblem[] }
  /** Why it could not be checked. */
  | { readonly kind: 'unchecked'; readonly reason: UncheckedReason };

/** `effort`: it would take too long. `schema`: the schema cannot be used. `failure`: the check itself failed. */
export type UncheckedReason = 'size' | 'effort' | 'schema' | 'failure';

/** One place at which a reply does not fit its schema. */
export interface FormatProblem {
  /** JSON pointer (RFC 6901) of the value, such as `/items/0`; empty for the whole reply. */
  readonly path: string;
  /** The keyword of JSON Schema that is not met. */
  readonly keyword: string;
  /** What the keyword is about: a missing or unknown property, or the expected types. */
  readonly subject?: string | undefined;
}

/** How many problems of a reply are kept. */
export const maxFormatProblems = 5;

const isTrue: Guard<true> = (value): value is true => value === true;

/** Guards a stored check. */
export const isFormatCheck: Guard<FormatCheck> = isUnionByKind({
  fits: isObjectOf({ kind: isOneOf('fits'), isPartial: optional(isTrue) }),
  notJson: isObjectOf({ kind: isOneOf('notJson') }),
  differs: isObjectOf({
    kind: isOneOf('differs'),
    problems: isArrayOf(
      isObjectOf({ path: isString, keyword: isString, subject: optional(isString) }),
    ),
  }),
  unchecked: isObjectOf({
    kind: isOneOf('unchecked'),
    reason: isOneOf('size', 'effort', 'schema', 'failure'),
  }),
});
