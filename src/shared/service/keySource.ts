import { isOneOf, type Guard } from '../guards.ts';

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
