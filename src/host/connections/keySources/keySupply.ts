import * as vscode from 'vscode';
import { abortedError, unlessAborted } from '../../../service/http/deadline.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import type { Connection } from '../connection.ts';
import { maySourceBeUsed } from '../consents/sourceConsent.ts';
import { storedKey } from '../keys/storedKey.ts';
import type { SourceKey } from './commandKeys.ts';
import type { Keys } from './keys.ts';

/** Gives the keys of one source to one connection. */
export interface KeySupply {
  readonly source: KeySource;
  /**
   * The key for a request, after the user has confirmed the source for the connection's origin. Throws `ServiceError`:
   * `auth` if the source gives none, `aborted` if the user does not confirm it or `signal` aborts.
   */
  get(signal?: AbortSignal): Promise<SourceKey>;
  /** Forgets a key that the service has rejected. */
  readonly reject: (key: string) => void;
}

/** What gives the keys of a connection whose key is not the one that was typed for its origin. */
export function keySupply(connection: Connection, source: KeySource, keys: Keys): KeySupply {
  if (source.kind === 'stored') {
    const get = async () => ({ key: (await storedKey(connection, keys)) ?? '', isKept: false });
    return { source, get, reject: () => {} };
  }
  const confirmed = async (): Promise<SourceKey> => {
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
    async get(signal) {
      if (signal?.aborted === true) {
        throw abortedError(signal);
      }
      // A command goes on if this request is stopped: another one may wait for it as well.
      return unlessAborted(confirmed(), signal, () => abortedError(signal));
    },
    reject: (key) => keys.sources.reject(source, key),
  };
}
