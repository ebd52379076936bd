/** A connection as far as a pasted text describes it. Nothing in it was checked with the service. */
export interface PastedConnection {
  readonly name?: string | undefined;
  /** Without the path of a request. May have a query, which never holds a key. */
  readonly baseUrl?: string | undefined;
  /** An address with a place that the user has to fill in, such as `https://<resource>.example`. */
  readonly addressTemplate?: string | undefined;
  /** Empty if the text says that the service needs none. */
  readonly key?: string | undefined;
  /** The environment variable that the text names in place of a key. */
  readonly keyVariable?: string | undefined;
  readonly model?: string | undefined;
  /** All models that the text names for this address; missing if there is at most one. */
  readonly models?: readonly string[] | undefined;
  /** `${key}` stands in place of the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Headers that were left out because they hold a second secret. */
  readonly secretHeaders?: readonly string[] | undefined;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/** What was found in a text. Several connections if it describes several services. */
export type PastedReading =
  | { readonly kind: 'connections'; readonly connections: readonly PastedConnection[] }
  /** The text describes no connection. */
  | { readonly kind: 'nothing' }
  /** It is longer than `maxPastedLength` and was not read. */
  | { readonly kind: 'tooLong' };

/** In UTF-16 code units. */
export const maxPastedLength = 262_144;
