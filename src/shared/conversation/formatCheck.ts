import {
  type Guarded,
  isArrayOf,
  isObjectOf,
  isOneOf,
  isString,
  isTrue,
  isUnionByKind,
  optional,
} from '../guards.ts';

/** How many problems of a reply are kept. */
export const maxFormatProblems = 5;

const isFormatProblem = isObjectOf({
  /** JSON pointer (RFC 6901) of the value, such as `/items/0`; empty for the whole reply. */
  path: isString,
  /** The keyword of JSON Schema that is not met. */
  keyword: isString,
  /** What the keyword is about: a missing or unknown property, or the expected types. */
  subject: optional(isString),
});

/** One place at which a reply does not fit its schema. */
export interface FormatProblem extends Guarded<typeof isFormatProblem> {}

const isUncheckedReason = isOneOf('size', 'effort', 'schema', 'failure');

/** `effort`: it would take too long. `schema`: the schema cannot be used. `failure`: the check itself failed. */
export type UncheckedReason = Guarded<typeof isUncheckedReason>;

export const isFormatCheck = isUnionByKind({
  fits: {
    /** The schema has patterns, which are not checked. */
    isPartial: optional(isTrue),
  },
  notJson: {},
  differs: { problems: isArrayOf(isFormatProblem) },
  /** Why it could not be checked. */
  unchecked: { reason: isUncheckedReason },
});

/** Whether a complete reply has the form that `response_format` asked for. */
export type FormatCheck = Guarded<typeof isFormatCheck>;
