import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { Model } from '../../../shared/service/chatCompletion.ts';
import { storedName } from '../../../shared/service/keySource.ts';
import { askInput, type Checked, type InputStep } from '../../base/inputs/quickInput.ts';
import type { Connection } from '../connection.ts';
import { failureText, isListMissing } from '../listFailure.ts';
import type { ServiceClients } from '../clients/serviceClients.ts';
import type { KeyStore } from '../keys/keyStore.ts';
import { tidyKey } from '../keys/typedKey.ts';

/** A key that the user entered, empty for none, and what the request for the model list has shown. */
export interface EnteredKey {
  readonly key: string;
  /** Missing if the list did not come. */
  readonly models?: readonly Model[];
  /** Why the list did not come. */
  readonly failure?: unknown;
}

interface KeyQuestion<T> extends Omit<InputStep<T>, 'check' | 'password' | 'tidy'> {
  readonly connection: Connection;
  /** The key for which an empty box stands. Without one, an empty box is taken as it is, without a request. */
  readonly empty?: string;
  /** What follows from the key. Throws what is shown as a problem. */
  readonly take: (entered: EnteredKey) => Promise<T>;
}

/** Asks for the key of a connection and checks it. Gives `undefined` if the user closes the input box. */
export async function askForKey<T>(
  { connection, empty, take, ...step }: KeyQuestion<T>,
  clients: ServiceClients,
): Promise<T | undefined> {
  const check = createKeyCheck(connection, clients, take);
  return askInput<T>({
    ...step,
    password: true,
    tidy: tidyKey,
    check: async (typed, signal) =>
      typed === '' && empty === undefined
        ? { result: await take({ key: '' }) }
        : check(typed === '' ? (empty ?? '') : typed, signal),
  });
}

/**
 * Returns a function that checks a key with a request for the model list. A key with which the list did not come is
 * taken if it is entered twice in a row, or if there is no list at the address: some services give their list to
 * nobody, want another header for it than for replies, or are not running.
 */
export function createKeyCheck<T>(
  connection: Connection,
  clients: ServiceClients,
  take: (entered: EnteredKey) => Promise<T>,
): (key: string, signal?: AbortSignal) => Promise<Checked<T>> {
  let failed: EnteredKey | undefined;
  const request = async (key: string, signal?: AbortSignal): Promise<EnteredKey> => {
    // An empty key leaves a connection the key that it has from elsewhere.
    const own = key === '' && connection.keyFrom !== undefined ? undefined : key;
    return { key, models: await (await clients(connection, own)).listModels({ signal }) };
  };
  return async (key, signal) => {
    const entered: EnteredKey =
      failed?.key === key
        ? failed
        : await request(key, signal).catch((failure: unknown) => ({ key, failure }));
    const isTaken =
      entered.models !== undefined || entered === failed || isListMissing(entered.failure);
    failed = isTaken ? undefined : entered;
    if (failed !== undefined) {
      const hint = vscode.l10n.t(
        'Check the key and the address, or press Enter again to continue without the model list.',
      );
      return { problem: failureText(failed.failure, hint) };
    }
    try {
      return { result: await take(entered) };
    } catch (error) {
      return { problem: failureText(error) };
    }
  };
}

/**
 * Stores a key for the origin of a connection, with its name if it has one. An empty key says that the service needs
 * none, so that one that the secret storage has lost blocks no request any longer; it leaves a connection the key that it
 * has from elsewhere. Throws if the secret storage fails.
 */
export async function storeKey(
  { id, baseUrl, keyFrom }: Connection,
  key: string,
  keys: KeyStore,
): Promise<void> {
  const { origin } = serviceAddress(baseUrl);
  if (key !== '') {
    await keys.set(origin, key, storedName(keyFrom));
  } else if (keyFrom === undefined) {
    await keys.forget(origin);
  }
  await keys.bind(id, origin);
}
