import { ignoredKeyword, schemaArrayKeyword, schemaMapKeyword } from '@cfworker/json-schema';
import { isRecord, isString, type WireObject } from '../shared/guards.ts';

/** Thrown by a bounded schema when checking takes too many steps or too long. */
export class TooMuchEffort extends Error {}

const limits = {
  /** Values of a reply. */
  values: 50_000,
  /** Schemas inside one another. */
  depth: 200,
  steps: 300_000,
  ms: 500,
};

/** A schema that can be given to the validator. */
interface BoundedSchema {
  readonly bounded: WireObject;
  /** Whether a pattern was left out, so that more may be accepted. */
  readonly isPartial: boolean;
  /** Whether a pattern was left out that may change the result in either direction. */
  readonly isUncertain: boolean;
}

/**
 * A copy of `schema` that throws `TooMuchEffort` where checking `reply` costs too much. Patterns are left out:
 * a regular expression may take endless time for some texts. So is `format`, which is an annotation. Throws
 * `TooMuchEffort` for a reply or a schema that is too large.
 */
export function boundedSchema(schema: WireObject, reply: unknown): BoundedSchema {
  const size = sizeOf(reply);
  const spend = createBudget();
  const found = { isPartial: false, hasReversing: false };
  const copyOf = (inner: unknown, depth: number): unknown => {
    if (depth > limits.depth) {
      throw new TooMuchEffort();
    }
    if (!isRecord(inner)) {
      return inner;
    }
    const left = leftOut(inner);
    const kept = Object.entries(inner).filter(([keyword]) => !left.includes(keyword));
    found.isPartial ||= left.some(
      (keyword) => keyword !== 'format' && Object.hasOwn(inner, keyword),
    );
    found.hasReversing ||= kept.some(([keyword]) => reversing.has(keyword));
    const copy = Object.fromEntries(
      kept.map(([keyword, value]) => [keyword, copyOfValue(keyword, value, depth + 1)]),
    );
    const cost = costOf(inner, size);
    const { type } = inner;
    // The validator reads the type of every schema that it applies, even where there is none.
    return Object.defineProperty(copy, 'type', {
      enumerable: true,
      get() {
        spend(cost);
        return type;
      },
    });
  };
  const copyOfValue = (keyword: string, value: unknown, depth: number): unknown => {
    if (Object.hasOwn(ignoredKeyword, keyword)) {
      return value;
    }
    if (Array.isArray(value)) {
      const list: readonly unknown[] = value;
      return Object.hasOwn(schemaArrayKeyword, keyword)
        ? list.map((inner) => copyOf(inner, depth))
        : list;
    }
    return isRecord(value) && Object.hasOwn(schemaMapKeyword, keyword)
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, copyOf(inner, depth)]),
        )
      : copyOf(value, depth);
  };
  const bounded = copyOf(schema, 0);
  const { isPartial, hasReversing } = found;
  return {
    bounded: isRecord(bounded) ? bounded : {},
    isPartial,
    isUncertain: isPartial && hasReversing,
  };
}

/** Where less that is refused inside can mean that more is refused outside. */
const reversing = new Set([
  'not',
  'if',
  'oneOf',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** The keywords of a schema that are left out. Without its patterns, every property may be an additional one. */
function leftOut(schema: WireObject): readonly string[] {
  const always = ['format', 'pattern'];
  return Object.hasOwn(schema, 'patternProperties')
    ? [...always, 'patternProperties', 'additionalProperties', 'unevaluatedProperties']
    : always;
}

/** How large the values of a reply are. */
interface ReplySize {
  readonly longestText: number;
  readonly longestList: number;
}

/** Counts breadth first, so that depth costs no stack. Throws `TooMuchEffort` for too many values. */
function sizeOf(reply: unknown): ReplySize {
  const values = [reply];
  let [longestText, longestList] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (isString(value)) {
      longestText = Math.max(longestText, value.length);
    } else if (typeof value === 'object' && value !== null) {
      const inner: readonly unknown[] = Object.values(value);
      if (values.length + inner.length > limits.values) {
        throw new TooMuchEffort();
      }
      longestList = Math.max(longestList, Array.isArray(value) ? inner.length : 0);
      values.push(...inner);
    }
  }
  return { longestText, longestList };
}

/** Characters that are compared or written in about the time of one step. */
const charactersForStep = 50;

/** The steps that applying a schema once takes at most, without the schemas inside it. */
function costOf(schema: WireObject, { longestText, longestList }: ReplySize): number {
  const { enum: list, const: only, uniqueItems, minLength, maxLength } = schema;
  const written = JSON.stringify([list, only]).length / charactersForStep;
  const length = minLength ?? maxLength;
  return (
    1 +
    written +
    Object.values(schema).reduce<number>((sum, value) => sum + countOf(value), 0) / 10 +
    (uniqueItems === true ? longestList ** 2 / 2 / charactersForStep : 0) +
    (length === undefined ? 0 : longestText / charactersForStep)
  );
}

/** The names or elements of a keyword, each of which may be looked at. */
function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function createBudget(): (steps: number) => void {
  const startedAtMs = performance.now();
  let left = limits.steps;
  return (steps) => {
    left -= steps;
    if (left < 0 || performance.now() - startedAtMs > limits.ms) {
      throw new TooMuchEffort();
    }
  };
}
