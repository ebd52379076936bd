import type { PastedConnection } from '../../../src/pastedConnection/pastedConnection.ts';

/** A text as people copy it, and what is to be understood. */
export interface Form {
  /** Where the shape of the text is from. The key in it is made up. */
  readonly source: string;
  readonly text: string;
  /** The connection, or several to choose from. */
  readonly expected: PastedConnection | readonly PastedConnection[];
  /** What has to be asked for. */
  readonly missing?: readonly MissingPart[];
}

/** What Parley has to ask for. */
export type MissingPart = 'address' | 'key';

/** What a connection lacks. A key is not missing on this computer, or where the text names a variable. */
export function missingParts(connection: PastedConnection): readonly MissingPart[] {
  const { baseUrl, key, keyVariable } = connection;
  const needsKey = key === undefined && keyVariable === undefined && !isLocal(baseUrl);
  return [
    ...(baseUrl === undefined ? ['address' as const] : []),
    ...(needsKey ? ['key' as const] : []),
  ];
}

function isLocal(baseUrl: string | undefined): boolean {
  const hostname = baseUrl === undefined ? '' : (URL.parse(baseUrl)?.hostname ?? '');
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|host\.docker\.internal)$/.test(hostname);
}
