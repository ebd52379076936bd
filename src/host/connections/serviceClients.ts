import { createDemoService, type DemoService } from '../../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { demoConnection, findConnection, readTimeouts } from './connectionSettings.ts';
import type { Connection } from './connection.ts';
import type { KeyStore } from './keyStore.ts';

/** Makes a client for a connection, with the key of its origin or with the one that is given. */
export type ServiceClients = (connection: Connection, apiKey?: string) => Promise<ServiceClient>;

/** Clients are made anew for each request, so that a changed key or setting counts at once. */
export function createServiceClients(keys: KeyStore): ServiceClients {
  let demo: DemoService | undefined;
  return async (connection, apiKey) => {
    const isDemo = connection.id === demoConnection.id;
    const { origin } = serviceAddress(connection.baseUrl);
    return createServiceClient({
      baseUrl: connection.baseUrl,
      apiKey: isDemo ? undefined : (apiKey ?? (await keptKey(connection, origin, keys))),
      headers: connection.headers,
      extraBody: connection.extraBody,
      timeouts: readTimeouts(connection),
      fetch: isDemo
        ? async (input, init) => {
            demo ??= createDemoService();
            return demo.handle(new Request(input, init));
          }
        : undefined,
    });
  };
}

/** A request must not go out without a key that the user has set: it would cost only a refusal. */
async function keptKey(
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

/** Whether asking for the model list came to nothing because the service has none at that address. */
export function isListMissing(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    (error.kind === 'notFound' || error.status === 501 || error.code === failureCode.webPage)
  );
}
