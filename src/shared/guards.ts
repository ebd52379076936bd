/**
 * A guard checks the shape of data that enters from outside: from the service, a webview, stored files or
 * settings. It accepts unknown keys. Only this file has casts.
 */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a guard accepts. */
export type Guarded<G> = G extends Guard<infer T> ? T : never;

/** The guards of the fields of an object. The documentation of a field stands here. */
export type Shape = Readonly<Record<string, Guard<unknown>>>;

/** An object with the fields of a shape. A field whose guard accepts `undefined` may be missing. */
export type ObjectOf<S extends Shape> = Flat<
  Fields<S, Exclude<keyof S, MissingKey<S>>> & Partial<Fields<S, MissingKey<S>>>
>;

type Fields<S extends Shape, K extends keyof S> = { readonly [P in K]: Guarded<S[P]> };

type MissingKey<S extends Shape> = {
  [K in keyof S]: undefined extends Guarded<S[K]> ? K : never;
}[keyof S];

/** The same type, which an editor shows by its fields. */
type Flat<T> = T extends infer O ? { readonly [K in keyof O]: O[K] } : never;

type Shapes = Readonly<Record<string, Shape>>;

/** For each kind of a union, its member: an object with this `kind` and the fields of the shape under it. */
export type ByKind<T extends Shapes> = {
  readonly [K in keyof T]: Flat<{ readonly kind: K } & ObjectOf<T[K]>>;
};

/** A string of any length. */
export const isString: Guard<string> = (value): value is string => typeof value === 'string';

/** A number that is neither NaN nor infinite. */
export const isFiniteNumber: Guard<number> = (value): value is number => Number.isFinite(value);

/** A number of at least 0. */
export const isAmount: Guard<number> = (value): value is number =>
  isFiniteNumber(value) && value >= 0;

/** True or false. */
export const isBoolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

export const isTrue: Guard<true> = (value): value is true => value === true;

export const isBytes: Guard<Uint8Array> = (value): value is Uint8Array =>
  value instanceof Uint8Array;

/** A JSON object from outside, whose fields have not been checked. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Any value that is not null, an array or a primitive. */
export const isRecord: Guard<WireObject> = (value): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Accepts `undefined` and whatever `guard` accepts. */
export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

/** One of the given strings. */
export function isOneOf<const T extends string>(...allowed: readonly T[]): Guard<T> {
  return (value): value is T => isString(value) && (allowed as readonly string[]).includes(value);
}

/** The names of the entries of a table, in their order. */
export function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** The name of an entry of a table. */
export function isKeyOf<T extends object>(table: T): Guard<keyof T & string> {
  return (value): value is keyof T & string => isString(value) && Object.hasOwn(table, value);
}

/** An array whose every element passes `guard`. */
export function isArrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

export const isStrings = isArrayOf(isString);

/** An object whose own properties pass the guards of `shape`. An inherited property counts as missing. */
export function isObjectOf<S extends Shape>(shape: S): Guard<ObjectOf<S>> {
  const entries = Object.entries(shape);
  return (value): value is ObjectOf<S> =>
    isRecord(value) &&
    entries.every(([key, guard]) => guard(Object.hasOwn(value, key) ? value[key] : undefined));
}

/** A union whose members differ in `kind`. Under each kind stands the shape of the member's other fields. */
export function isUnionByKind<T extends Shapes>(shapes: T): Guard<ByKind<T>[keyof T]> {
  const guards = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, isObjectOf(shape)]));
  return (value): value is ByKind<T>[keyof T] =>
    isRecord(value) &&
    Object.hasOwn(value, 'kind') &&
    isString(value['kind']) &&
    guards.get(value['kind'])?.(value) === true;
}

/**
 * The first `count` own fields of an object or a list from outside, as `Object.entries` would give them. That
 * would make a pair for every field, and a list of a few megabytes can have millions.
 */
export function firstFields(
  value: WireObject | readonly unknown[],
  count: number,
): readonly (readonly [name: string, value: unknown])[] {
  if (!isRecord(value)) {
    return Object.entries(value.slice(0, count));
  }
  const fields: [name: string, value: unknown][] = [];
  for (const name in value) {
    if (fields.length === count) {
      break;
    }
    if (Object.hasOwn(value, name)) {
      fields.push([name, value[name]]);
    }
  }
  return fields;
}
