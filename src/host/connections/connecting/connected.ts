import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { Model } from '../../../shared/service/chatCompletion.ts';
import type { Connection } from '../connection.ts';
import { readConnections, saveConnection } from '../connectionSettings.ts';
import { storeKey } from './askKey.ts';
import type { KeyStore } from '../keys/keyStore.ts';
import { addressName } from '../shownAddress.ts';

/** A connection that the user has just set up, with the models that the service listed. */
export interface Connected {
  readonly connection: Connection;
  /** Missing if the service gave no model list. */
  readonly models?: readonly Model[] | undefined;
}

/**
 * Saves the connection in the settings and its key, empty if it needs none, in the secret storage. A connection
 * whose key came from elsewhere uses the key that was typed from now on, if there is one.
 */
export async function saveWithKey(
  connection: Connection,
  key: string,
  keys: KeyStore,
): Promise<void> {
  const saved = withKeyTyped(connection, key);
  await storeKey(saved, key, keys);
  await saveConnection(saved);
}

/** The connection after a key was typed for it, which it uses from now on; the same one if the key is empty. */
export function withKeyTyped(connection: Connection, key: string): Connection {
  const { keyFrom: _before, ...withTypedKey } = connection;
  return key === '' ? connection : withTypedKey;
}

/**
 * The stored key that a connection uses if no other one is typed; empty if there is none, or if its key comes from
 * elsewhere.
 */
export async function keptKey({ baseUrl, keyFrom }: Connection, keys: KeyStore): Promise<string> {
  const { origin } = serviceAddress(baseUrl);
  return keyFrom === undefined ? ((await keys.get(origin)) ?? '') : '';
}

/** The saved connection to the same address, or a new one; without `name`, it is named after its host. */
export function connectionFor(baseUrl: string, name?: string): Connection {
  const { base } = serviceAddress(baseUrl);
  const saved = readConnections().find((other) => serviceAddress(other.baseUrl).base === base);
  return saved ?? { id: crypto.randomUUID(), name: name ?? addressName(baseUrl), baseUrl };
}
