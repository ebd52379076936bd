import type { PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import { connectionFor, keptKey } from './connected.ts';
import { type Connection, connectionProblems } from '../connection.ts';
import type { Keys } from '../consents/keys.ts';

/** A connection made of what a text says, and what of it cannot be used. */
export interface PastedFields {
  readonly connection: Connection;
  /** Fields that were left out, each with the reason. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
}

/**
 * The saved connection to the pasted address, or a new one, with what the text says. A field that cannot be used is
 * left out. Throws `ServiceError` of kind `badRequest` if the address cannot be used.
 */
export function pastedFields(pasted: PastedConnection, baseUrl: string): PastedFields {
  const { name, model, headers, extraBody } = pasted;
  const saved = connectionFor(baseUrl, name);
  const added = Object.entries({ model, headers, extraBody }).filter(
    ([, value]) => value !== undefined,
  );
  const problems = connectionProblems({ ...saved, ...Object.fromEntries(added) });
  const usable = added.filter(([field]) => problems[field] === undefined);
  return { connection: { ...saved, ...Object.fromEntries(usable) }, problems };
}

/** The connection with the variable that the text names for its key, if that is set and the connection has no other key. */
export async function withVariable(
  connection: Connection,
  { key = '', keyVariable: variable }: PastedConnection,
  keys: Keys,
): Promise<Connection> {
  const isUsed =
    key === '' &&
    variable !== undefined &&
    connection.keyFrom === undefined &&
    keys.sources.isSet(variable) === true &&
    (await keptKey(connection, keys)) === '';
  return isUsed ? { ...connection, keyFrom: { kind: 'environment', variable } } : connection;
}
