import * as vscode from 'vscode';
import type { DemoService } from '../../../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client/serviceClient.ts';
import type { ServiceClientOptions } from '../../../service/endpoint.ts';
import { secretsOf } from '../../../service/redactSecrets.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import type { Model } from '../../../shared/service/chatCompletion.ts';
import { maskedFields, type Redactor } from '../../base/redactor.ts';
import type { Connection } from '../connection.ts';
import { demoConnection, readTimeouts } from '../connectionSettings.ts';
import { mayTravelInClear } from '../consents/unencrypted.ts';
import { storedKey } from '../keys/storedKey.ts';
import type { Keys } from '../consents/keys.ts';
import { keySupply, sourceClient } from './sourceClient.ts';
import { patientFetch } from './patientFetch.ts';

/**
 * Creates a client for a connection, with `apiKey` or else the stored key of its origin. Throws `ServiceError`
 * of kind `auth` if that key is lost or belongs to another origin. The client of a connection whose key comes from
 * elsewhere gets it for each request.
 */
export type ServiceClients = (connection: Connection, apiKey?: string) => Promise<ServiceClient>;

/** What clients are made with. */
interface ClientServices {
  readonly keys: Keys;
  readonly redactor: Pick<Redactor, 'redact' | 'learn'>;
  /** Loads the embedded service. */
  readonly loadDemo: () => Promise<DemoService>;
}

/**
 * Each request has its own client, so that a changed key or setting takes effect at once. Secrets in a model
 * list are masked.
 */
export function createServiceClients({ keys, redactor, loadDemo }: ClientServices): ServiceClients {
  return async (connection, apiKey) => {
    const { baseUrl, paths, headers, extraBody, keyFrom } = connection;
    // These may not be stored yet.
    secretsOf(apiKey, headers).forEach(redactor.learn);
    const isDemo = connection.id === demoConnection.id;
    const timeouts = readTimeouts(connection);
    const send: ServiceClientOptions['fetch'] = isDemo
      ? async (input, init) => (await loadDemo()).handle(new Request(input, init))
      : patientFetch(timeouts);
    const clientWith = (key: string | undefined): ServiceClient => {
      const isSecret = secretsOf(key, headers).length > 0;
      const fetch = isSecret ? withConsent(baseUrl, keys, send) : send;
      const options = { baseUrl, paths, headers, extraBody, timeouts, fetch };
      return createServiceClient({ ...options, apiKey: key });
    };
    const client =
      apiKey === undefined && keyFrom !== undefined
        ? sourceClient(keySupply(connection, keyFrom, keys), clientWith)
        : clientWith(apiKey ?? (isDemo ? undefined : await storedKey(connection, keys)));
    return {
      ...client,
      listModels: async (options) =>
        (await client.listModels(options)).map((model) => masked(model, redactor)),
    };
  };
}

/** Asks before a key, or secret headers, are sent to an origin that is not encrypted. */
function withConsent(
  baseUrl: string,
  keys: Keys,
  send: ServiceClientOptions['fetch'],
): ServiceClientOptions['fetch'] {
  return async (url, init) => {
    const { origin } = serviceAddress(baseUrl);
    if (!(await mayTravelInClear(origin, keys))) {
      throw new ServiceError(
        'aborted',
        vscode.l10n.t('Nothing was sent, because the connection to {0} is not encrypted.', origin),
      );
    }
    return (send ?? globalThis.fetch)(url, init);
  };
}

function masked(model: Model, redactor: Pick<Redactor, 'redact'>): Model {
  return { ...model, ...maskedFields({ ...model }, redactor) };
}
