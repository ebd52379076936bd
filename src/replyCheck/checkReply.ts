import { type OutputUnit, type SchemaDraft, validate } from '@cfworker/json-schema';
import {
  type FormatCheck,
  type FormatProblem,
  maxFormatProblems,
} from '../shared/conversation/formatCheck.ts';
import { isString, type WireObject } from '../shared/guards.ts';
import { boundedSchema, TooMuchEffort } from './boundedSchema.ts';

/** In characters; a longer reply is not checked. */
const maxTextLength = 1_000_000;

/** What of a problem is kept, in characters. */
const maxPartLength = 200;

/**
 * Checks a whole reply: whether it is JSON, and whether it fits `schema` (JSON Schema, draft 4 to 2020-12). Neither
 * is trusted: the check is bounded in size and time, and runs no regular expression of a schema. `format` is an
 * annotation. Throws nothing.
 */
export function checkReply(text: string, schema: WireObject): FormatCheck {
  if (text.length > maxTextLength) {
    return { kind: 'unchecked', reason: 'size' };
  }
  const reply = parse(text);
  if (reply === undefined) {
    return { kind: 'notJson' };
  }
  try {
    const { bounded, isPartial, isUncertain } = boundedSchema(schema, reply.value);
    if (isUncertain) {
      return { kind: 'unchecked', reason: 'schema' };
    }
    const { valid, errors } = validate(reply.value, bounded, draftOf(schema), undefined, false);
    return valid
      ? { kind: 'fits', ...(isPartial ? { isPartial } : {}) }
      : { kind: 'differs', problems: problemsOf(errors) };
  } catch (error) {
    // A schema that refers to itself without end exceeds the stack.
    const isEffort = error instanceof TooMuchEffort || error instanceof RangeError;
    return { kind: 'unchecked', reason: isEffort ? 'effort' : 'schema' };
  }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The draft that a schema names; the newest if it names none. */
function draftOf({ $schema: named }: WireObject): SchemaDraft {
  const drafts: readonly (readonly [part: string, draft: SchemaDraft])[] = [
    ['draft-04', '4'],
    ['draft-06', '7'],
    ['draft-07', '7'],
    ['2019-09', '2019-09'],
  ];
  const name = isString(named) ? named.slice(0, maxPartLength) : '';
  return drafts.find(([part]) => name.includes(part))?.[1] ?? '2020-12';
}

/** Keywords that only say that a problem is further inside. */
const outer = new Set([
  '$ref',
  '$recursiveRef',
  'allOf',
  'if',
  'properties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'dependentSchemas',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
]);

/** Keywords with alternatives: that none is met is the problem, and not why each is not. */
const alternatives = new Set(['anyOf', 'oneOf', 'contains']);

/** Of a very long list, only the beginning is looked at. */
const maxErrors = 2000;

function problemsOf(all: readonly OutputUnit[]): readonly FormatProblem[] {
  const errors = all.slice(0, maxErrors);
  const groups = errors.filter(({ keyword }) => alternatives.has(keyword));
  const isInside = ({ keywordLocation }: OutputUnit) =>
    groups.some((group) => keywordLocation.startsWith(`${group.keywordLocation}/`));
  return errors
    .filter((error) => !outer.has(error.keyword) && !isInside(error))
    .slice(0, maxFormatProblems)
    .map(problemOf);
}

/** What stands before the part of an error that it is about. */
const quoteBefore: ReadonlyMap<string, string> = new Map([
  ['required', 'property "'],
  ['dependentRequired', 'have "'],
  ['type', 'Expected "'],
]);

function problemOf({ instanceLocation, keyword, error }: OutputUnit): FormatProblem {
  const path = instanceLocation.slice(1, maxPartLength + 1);
  const start = quoteBefore.get(keyword);
  if (start === undefined) {
    return { path, keyword };
  }
  const quoted = error.slice(error.indexOf(start) + start.length, error.lastIndexOf('"'));
  return { path, keyword, subject: quoted.replaceAll('", "', ', ').slice(0, maxPartLength) };
}
