import { createDemoService, type DemoService } from '../../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { demoConnection, findConnection, readTimeouts } from './connectionSettings.ts';
import type { Connection } from './connection.ts';
import type { KeyStore } from './keyStore.ts';
import { patientFetch } from './patientFetch.ts';

/**
 * Creates a client for a connection, with `apiKey` or else the stored key of its origin. Throws `ServiceError`
 * of kind `auth` if that key is lost or belongs to another origin.
 */
export type ServiceClients = (connection: Connection, apiKey?: string) => Promise<ServiceClient>;

/** Each request has its own client, so that a changed key or setting takes effect at once. */
export function createServiceClients(keys: KeyStore): ServiceClients {
  let demo: DemoService | undefined;
  return async (connection, apiKey) => {
    const isDemo = connection.id === demoConnection.id;
    const { origin } = serviceAddress(connection.baseUrl);
    const timeouts = readTimeouts(connection);
    return createServiceClient({
      baseUrl: connection.baseUrl,
      apiKey: isDemo ? undefined : (apiKey ?? (await storedKey(connection, origin, keys))),
      headers: connection.headers,
      extraBody: connection.extraBody,
      timeouts,
      fetch: isDemo
        ? async (input, init) => {
            demo ??= createDemoService();
            return demo.handle(new Request(input, init));
          }
        : patientFetch(timeouts),
    });
  };
}

/**
 * The key for a connection at `origin`; `undefined` if the user has entered none. Throws if the user has
 * entered one that cannot be sent: a request without it would be rejected, and the reason would be wrong.
 * `docs/service-interface.md`, "Authentication" 3.
 */
async function storedKey(
  { id, name }: Connection,
  origin: string,
  keys: KeyStore,
): Promise<string | undefined> {
  const key = await keys.get(origin);
  const before = keys.movedFrom(id, origin);
  if (key === undefined && keys.hadKey(origin)) {
    throw new ServiceError(
      'auth',
      `VS Code's secret store no longer gives the key for ${origin}. Nothing was sent. Set the key again, or forget it if the service wants none.`,
      { code: failureCode.keyLost },
    );
  }
  if (key === undefined && before !== undefined) {
    throw new ServiceError(
      'auth',
      `${name} has moved from ${before} to ${origin}, and the key for the one is not sent to the other. Nothing was sent. Set the key for ${origin}.`,
      { code: failureCode.keyMoved },
    );
  }
  if (key !== undefined && findConnection(id) !== undefined) {
    await keys.bind(id, origin);
  }
  return key;
}
