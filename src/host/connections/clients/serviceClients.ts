import * as vscode from 'vscode';
import type { DemoService } from '../../../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client/serviceClient.ts';
import type { ServiceClientOptions } from '../../../service/endpoint.ts';
import { abortedError, unlessAborted } from '../../../service/http/deadline.ts';
import { secretsOf } from '../../../service/redactSecrets.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { shownKey } from '../../../service/requestHeaders.ts';
import { isRecord } from '../../../shared/guards.ts';
import type { Model } from '../../../shared/service/chatCompletion.ts';
import { maskedFields, type Redactor } from '../../base/redactor.ts';
import { isForbidden } from '../../../shared/service/serviceErrorKind.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import { isNodeHost, loadNodeBundle } from '../../base/nodeBundle.ts';
import type { Connection } from '../connection.ts';
import { demoConnection, readTimeouts } from '../connectionSettings.ts';
import { type Keys, maySourceBeUsed, mayTravelInClear } from '../consents/consents.ts';
import type { SourceKey } from '../keySources/commandKeys.ts';
import { storedKey } from '../keys/keyStore.ts';

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

type Fetch = NonNullable<ServiceClientOptions['fetch']>;

/** How long the `fetch` of Node waits for a response, and for the next part of its body, in milliseconds. */
const longestWaitMs = 300_000;

/**
 * What sends the requests of a connection with these time limits: the global `fetch` if this gives undefined.
 * In an extension host that is Node, requests with a longer limit go through a bundle that only Node can load
 * (`src/host/node`). A browser has nothing else than its `fetch`.
 */
export function patientFetch(limits: {
  readonly firstByteMs: number;
  readonly idleMs: number;
}): Fetch | undefined {
  return isNodeHost() && Math.max(limits.firstByteMs, limits.idleMs) > longestWaitMs
    ? loadNodeBundle(isFetchBundle).nodeFetch
    : undefined;
}

function isFetchBundle(loaded: unknown): loaded is { readonly nodeFetch: Fetch } {
  return isRecord(loaded) && typeof loaded['nodeFetch'] === 'function';
}

type KeySupply = ReturnType<typeof keySupply>;

/** What gives the keys of a connection whose key is not the one that was typed for its origin. */
export function keySupply(connection: Connection, source: KeySource, keys: Keys) {
  const confirmed = async (): Promise<SourceKey> => {
    if (source.kind === 'stored') {
      return { key: (await storedKey(connection, keys)) ?? '', isKept: false };
    }
    if (!(await maySourceBeUsed(connection, source, keys))) {
      throw new ServiceError(
        'aborted',
        vscode.l10n.t(
          'Nothing was sent, because the source of the API key for {0} was not confirmed.',
          serviceAddress(connection.baseUrl).origin,
        ),
      );
    }
    return keys.sources.get(source);
  };
  return {
    source,
    /**
     * The key for a request, after the user has confirmed the source for the connection's origin. Throws `ServiceError`:
     * `auth` if the source gives none, `aborted` if the user does not confirm it or `signal` aborts.
     */
    async get(signal?: AbortSignal): Promise<SourceKey> {
      if (signal?.aborted === true) {
        throw abortedError(signal);
      }
      // A command goes on if this request is stopped: another one may wait for it as well.
      return unlessAborted(confirmed(), signal, () => abortedError(signal));
    },
    /** Forgets a key that the service has rejected. */
    reject: (key: string): void => keys.sources.reject(source, key),
  };
}

/**
 * A client that takes its key from `supply` for each request. If the service rejects a key that was kept from an
 * earlier request, the request is sent once more with a new key: a request that was rejected for its
 * key has not been billed. A preview asks for no key.
 */
export function sourceClient(
  supply: KeySupply,
  clientWith: (key: string) => ServiceClient,
): ServiceClient {
  const call = async <T>(
    send: (client: ServiceClient) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    for (let key = await supply.get(signal); ;) {
      try {
        return await send(clientWith(key.key));
      } catch (error) {
        key = await keyAfter(error, key, supply, signal);
      }
    }
  };
  return {
    listModels: async (options) =>
      call(async (client) => client.listModels(options), options?.signal),
    complete: async (request, options) =>
      call(async (client) => client.complete(request, options), options?.signal),
    async *stream(request, options) {
      for (let key = await supply.get(options?.signal); ;) {
        try {
          yield* clientWith(key.key).stream(request, options);
          return;
        } catch (error) {
          // A key is refused by a status, which comes before the first event, so that nothing is streamed twice.
          key = await keyAfter(error, key, supply, options?.signal);
        }
      }
    },
    // A preview has a placeholder where a request has the key.
    preview: (...request) => clientWith(shownKey).preview(...request),
  };
}

/** The key with which a request is sent once more after `error`; throws the error if there is none. */
async function keyAfter(
  error: unknown,
  { key, isKept }: SourceKey,
  supply: KeySupply,
  signal: AbortSignal | undefined,
): Promise<SourceKey> {
  if (!(error instanceof ServiceError) || !isKeyRejected(error)) {
    throw error;
  }
  supply.reject(key);
  const next = isKept ? await supply.get(signal) : undefined;
  if (next === undefined || next.key === key) {
    throw named(error, supply.source);
  }
  return { ...next, isKept: false };
}

/** Some services reject a key with 400 or 403, and say that it is the key. What came with a reply may have been billed. */
function isKeyRejected(error: ServiceError): boolean {
  return error.kind === 'auth' && (error.status ?? 0) >= 400 && !isForbidden(error);
}

/** The rejection of a key, with where the key came from. */
function named(error: ServiceError, source: KeySource): ServiceError {
  const { kind, cause, ...facts } = error;
  return new ServiceError(kind, rejectedWords(source), { ...facts, cause, keySource: source.kind });
}

function rejectedWords(source: KeySource): string {
  switch (source.kind) {
    case 'stored':
      return vscode.l10n.t('The service rejected the API key “{0}”.', source.name);
    case 'environment':
      return vscode.l10n.t(
        'The service rejected the API key from the environment variable {0}.',
        source.variable,
      );
    case 'command':
      return vscode.l10n.t('The service rejected the API key that the command printed.');
    case 'microsoft':
      return vscode.l10n.t('The service rejected the access token of your Microsoft account.');
  }
}
