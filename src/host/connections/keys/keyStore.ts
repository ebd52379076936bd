import * as vscode from 'vscode';
import { isRecord, isString } from '../../../shared/guards.ts';
import { messageOf } from '../../base/errorMessage.ts';
import type { Log } from '../../base/log.ts';
import type { Redactor } from '../../base/redactor.ts';
import { MementoMap, readMementoList } from '../../base/mementoMap.ts';

/** The API keys, each stored for the origin (scheme, host and port) that it was entered for. */
export interface KeyStore {
  /** Fires after a key was stored or deleted, in any window. */
  readonly onDidChange: vscode.Event<vscode.SecretStorageChangeEvent>;
  /** The key of `origin`; `undefined` if there is none or the secret storage cannot read it. */
  get(origin: string): Promise<string | undefined>;
  /** All keys that the secret storage still gives. */
  all(): Promise<readonly string[]>;
  /** Whether a key was stored for `origin` and not deleted, even if the secret storage has lost it. */
  hadKey(origin: string): boolean;
  /** Stores `key` for `origin`. Throws an error for the user if the secret storage fails. */
  set(origin: string, key: string): Promise<void>;
  /** Deletes the key of `origin`. Throws what the secret storage throws. */
  forget(origin: string): Promise<void>;
  /** Notes that the connection with this ID is used at `origin` with the key of that origin, if any. */
  bind(connectionId: string, origin: string): Promise<void>;
  /**
   * The other origin at which a connection was used before, if that origin still has a key; `undefined` if
   * the connection was not moved. `docs/service-interface.md`, "Authentication" 3.
   */
  movedFrom(connectionId: string, origin: string): string | undefined;
}

/**
 * Stores keys in VS Code's `SecretStorage` and tells the redactor every key that it stores or reads.
 * `memento` keeps the origins that have a key, because the secret storage may lose it, and the origin at
 * which each connection was used last. It never contains a key.
 */
export function createKeyStore(
  secrets: vscode.SecretStorage,
  memento: vscode.Memento,
  redactor: Pick<Redactor, 'learn' | 'redact'>,
  log: Pick<Log, 'warn'>,
): KeyStore {
  const origins = new MementoMap<string, string>(memento, {
    stateKey: originsKey,
    isEntry: isString,
    isFor: (known, origin) => known === origin,
    // If an origin were dropped, a lost key would look like a service that needs none.
    maxEntries: Infinity,
  });
  const hadKey = (origin: string) => origins.get(origin) !== undefined;
  const get = async (origin: string): Promise<string | undefined> => {
    try {
      const key = await secrets.get(secretName(origin));
      redactor.learn(key ?? '');
      return key;
    } catch (error) {
      log.warn(`The secret storage did not return the API key for ${origin}: ${String(error)}`);
      return undefined;
    }
  };
  return {
    onDidChange: secrets.onDidChange,
    hadKey,
    get,
    async all() {
      const keys = await Promise.all(readMementoList(memento, originsKey, isString).map(get));
      return keys.filter(isString);
    },
    async set(origin, key) {
      redactor.learn(key);
      try {
        await secrets.store(secretName(origin), key);
      } catch (error) {
        const said = redactor.redact(messageOf(error));
        throw new Error(
          vscode.l10n.t('VS Code’s secret storage could not save the API key: {0}', said),
          { cause: error },
        );
      }
      await origins.set(origin, origin);
    },
    async forget(origin) {
      await secrets.delete(secretName(origin));
      await origins.set(origin, undefined);
    },
    ...createBindings(memento, hadKey),
  };
}

/** Where the origins that have a key are in the Memento. */
const originsKey = 'parley.keyOrigins';

const namePrefix = 'parley.key ';

function secretName(origin: string): string {
  return namePrefix + origin;
}

/** The origin of the key with this name in the secret storage; `undefined` for another secret. */
export function originOfSecret(name: string): string | undefined {
  return name.startsWith(namePrefix) ? name.slice(namePrefix.length) : undefined;
}

const bindingsKey = 'parley.connectionOrigins';

/** The origin at which each connection was used last, by the ID of the connection. */
function createBindings(
  memento: vscode.Memento,
  hadKey: (origin: string) => boolean,
): Pick<KeyStore, 'bind' | 'movedFrom'> {
  const bindings = (): Readonly<Record<string, unknown>> => {
    const stored: unknown = memento.get(bindingsKey);
    return isRecord(stored) ? stored : {};
  };
  return {
    async bind(connectionId, origin) {
      if (bindings()[connectionId] !== origin) {
        await memento.update(bindingsKey, { ...bindings(), [connectionId]: origin });
      }
    },
    movedFrom(connectionId, origin) {
      const before = bindings()[connectionId];
      return isString(before) && before !== origin && hadKey(before) ? before : undefined;
    },
  };
}
