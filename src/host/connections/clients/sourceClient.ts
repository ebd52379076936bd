import * as vscode from 'vscode';
import type { ServiceClient } from '../../../service/client/serviceClient.ts';
import { abortedError, unlessAborted } from '../../../service/http/deadline.ts';
import { shownKey } from '../../../service/requestHeaders.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { isForbidden } from '../../../shared/service/serviceErrorKind.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import type { Connection } from '../connection.ts';
import { maySourceBeUsed } from '../consents/sourceConsent.ts';
import { storedKey } from '../keys/storedKey.ts';
import type { SourceKey } from '../keySources/commandKeys.ts';
import type { Keys } from '../consents/keys.ts';

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
