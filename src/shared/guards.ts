/**
 * A guard checks the shape of data that enters from outside: from the service, a webview, stored files or
 * settings. It accepts unknown keys. Only this file has casts.
 */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a guard accepts. */
export type Guarded<G> = G extends Guard<infer T> ? T : never;

type Shape = Readonly<Record<string, Guard<unknown>>>;

/** A string of any length. */
export const isString: Guard<string> = (value): value is string => typeof value === 'string';

/** A number that is neither NaN nor infinite. */
export const isFiniteNumber: Guard<number> = (value): value is number => Number.isFinite(value);

/** True or false. */
export const isBoolean: Guard<boolean> = (value): value is boolean => typeof value === 'boolean';

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

/** An array whose every element passes `guard`. */
export function isArrayOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** An object whose own properties pass the guards of `shape`. An inherited property counts as missing. */
export function isObjectOf<S extends Shape>(
  shape: S,
): Guard<{ readonly [K in keyof S]: Guarded<S[K]> }> {
  const entries = Object.entries(shape);
  return (value): value is { readonly [K in keyof S]: Guarded<S[K]> } =>
    isRecord(value) &&
    entries.every(([key, guard]) => guard(Object.hasOwn(value, key) ? value[key] : undefined));
}

/** A union whose members differ in `kind`. `guards` has the guard of each member under its kind. */
export function isUnionByKind<S extends Shape>(guards: S): Guard<Guarded<S[keyof S]>> {
  return (value): value is Guarded<S[keyof S]> =>
    isRecord(value) &&
    isString(value['kind']) &&
    Object.hasOwn(guards, value['kind']) &&
    guards[value['kind']]?.(value) === true;
}
