import { createDemoService } from '../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import { serviceAddress } from '../service/serviceAddress.ts';
import { demoConnection } from './connections.ts';
import type { KeyStore } from './keyStore.ts';
import type { Connection } from './connection.ts';
import { readTimeouts } from './settings.ts';

/** Makes a client for a connection, with the key of its origin or with the one that is given. */
export type ServiceClients = (connection: Connection, apiKey?: string) => Promise<ServiceClient>;

/** Clients are made anew for each request, so that a changed key or setting counts at once. */
export function createServiceClients(keys: KeyStore): ServiceClients {
  const demo = createDemoService();
  return async (connection, apiKey) => {
    const isDemo = connection.id === demoConnection.id;
    const { origin } = serviceAddress(connection.baseUrl);
    return createServiceClient({
      baseUrl: connection.baseUrl,
      apiKey: isDemo ? undefined : (apiKey ?? (await keys.get(origin))),
      headers: connection.headers,
      extraBody: connection.extraBody,
      timeouts: readTimeouts(connection),
      fetch: isDemo ? (input, init) => demo.handle(new Request(input, init)) : undefined,
    });
  };
}
