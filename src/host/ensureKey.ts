import { serviceAddress } from '../service/serviceAddress.ts';
import type { Connection } from './connection.ts';
import type { KeyStore } from './keyStore.ts';
import type { LoadLater } from './loadLater.ts';
import type { ServiceClients } from './serviceClients.ts';

/** What asking for a key needs. */
interface KeyServices {
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
  readonly later: LoadLater;
}

/** Asks for the key of a connection that was moved away from its key. False where the user left. */
export async function ensureKey(
  connection: Connection,
  { clients, keys, later }: KeyServices,
): Promise<boolean> {
  const { origin } = serviceAddress(connection.baseUrl);
  const isMoved = keys.movedFrom(connection.id, origin) !== undefined;
  if (!isMoved || (await hasKey(origin, keys))) {
    return true;
  }
  return (await later()).setKey(connection, clients, keys);
}

/** Also where the secret store has lost it. */
export async function hasKey(origin: string, keys: KeyStore): Promise<boolean> {
  return keys.hadKey(origin) || (await keys.get(origin)) !== undefined;
}
