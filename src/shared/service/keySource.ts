import { type Guard, isOneOf } from '../guards.ts';

/** Where the API key of a connection comes from, if it is not the one that was typed for its origin. */
export type KeySource =
  /** One of several keys that were typed for the origin. */
  | { readonly kind: 'stored'; readonly name: string }
  | { readonly kind: 'environment'; readonly variable: string }
  /** A command of the user's own settings that prints the key. */
  | { readonly kind: 'command'; readonly command: string }
  /** An access token of VS Code's Microsoft sign-in; `scope` may be several, separated by spaces. */
  | { readonly kind: 'microsoft'; readonly scope?: string | undefined };

/** A source whose keys Parley does not store. */
export type OutsideSource = Exclude<KeySource, { readonly kind: 'stored' }>;

/** The kinds of sources. */
export const keySourceKinds = ['stored', 'environment', 'command', 'microsoft'] as const;

/** The kind of a source. */
export type KeySourceKind = (typeof keySourceKinds)[number];

/** The scope of the access tokens that Azure's model services take. */
export const defaultScope = 'https://cognitiveservices.azure.com/.default';

/** Guards the kind of a source. */
export const isKeySourceKind: Guard<KeySourceKind> = isOneOf(...keySourceKinds);

/** The name of a stored key, the variable, the command, or the scope. */
export function sourceText(source: KeySource): string {
  switch (source.kind) {
    case 'stored':
      return source.name;
    case 'environment':
      return source.variable;
    case 'command':
      return source.command;
    case 'microsoft':
      return source.scope ?? defaultScope;
  }
}

/** The source of a key that Parley does not store; `undefined` for the others. */
export function outsideSource(source: KeySource | undefined): OutsideSource | undefined {
  return source?.kind === 'stored' ? undefined : source;
}

/** The name of the stored key that is used; `undefined` for the key without a name, and for other sources. */
export function storedName(source: KeySource | undefined): string | undefined {
  return source?.kind === 'stored' ? source.name : undefined;
}

/** Stands for the key in a header's value in the settings. The key takes its place when a request is made. */
export const keyPlaceholder = '${key}';

/** Whether a header's value has a place for the key. */
export function hasKeyPlace(value: string): boolean {
  return value.includes(keyPlaceholder);
}

/** The value with the key in its places. */
export function withKey(value: string, key: string): string {
  // As a function: in a text, `$&` and its like would have a meaning.
  return value.replaceAll(keyPlaceholder, () => key);
}

/** Whether any header has a place for the key. Then the key is sent nowhere else. */
export function hasKeyedHeader(headers: Readonly<Record<string, string>> | undefined): boolean {
  return Object.values(headers ?? {}).some(hasKeyPlace);
}
