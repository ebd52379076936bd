import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import { storedName } from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { messageOf } from '../../base/errorMessage.ts';
import type { Log } from '../../base/log.ts';
import type { Redactor } from '../../base/redactor.ts';
import { readMementoList, createMementoSet } from '../../base/memento.ts';
import { sayIfPlainKey } from './typedKey.ts';
import type { Connection } from '../connection.ts';
import { findConnection } from '../connectionSettings.ts';

/**
 * The API keys, each stored for the origin (scheme, host and port) that it was entered for. An origin has a key
 * without a name, and may have others with a name of the user's.
 */
export interface KeyStore {
  /** Fires after a key was stored or deleted, in any window. */
  readonly onDidChange: vscode.Event<vscode.SecretStorageChangeEvent>;
  /** The key of `origin`; `undefined` if there is none or the secret storage cannot read it. */
  get(origin: string, name?: string): Promise<string | undefined>;
  /** The names of the keys of `origin` that have one, in the order in which they were stored. */
  names(origin: string): readonly string[];
  /** All keys that the secret storage still gives. */
  all(): Promise<readonly string[]>;
  /** Tells the redactor what another window has stored as `secret`, if that is a key. */
  learn(secret: string): Promise<void>;
  /** Whether a key was stored for `origin` and not deleted, even if the secret storage has lost it. */
  hadKey(origin: string, name?: string): boolean;
  /** Stores `key` for `origin`, and says so if it cannot be masked. Throws an error for the user if the secret storage fails. */
  set(origin: string, key: string, name?: string): Promise<void>;
  /** Deletes the key of `origin`. Throws what the secret storage throws. */
  forget(origin: string, name?: string): Promise<void>;
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
 * `memento` keeps the origins that have a key and the names of the keys, because the secret storage may lose
 * them, and the origin at which each connection was used last. It never contains a key.
 */
export function createKeyStore(
  secrets: vscode.SecretStorage,
  memento: vscode.Memento,
  redactor: Pick<Redactor, 'learn' | 'redact'>,
  log: Pick<Log, 'warn'>,
): KeyStore {
  // If one were dropped, a lost key would look like a service that needs none.
  const slots = createMementoSet(memento, slotsKey, Infinity);
  const hadKey: KeyStore['hadKey'] = (...key) => slots.has(slotOf(...key));
  const read = async (slot: string): Promise<string | undefined> => {
    try {
      const key = await secrets.get(namePrefix + slot);
      redactor.learn(key ?? '');
      return key;
    } catch (error) {
      log.warn(`The secret storage did not return the API key for ${slot}: ${String(error)}`);
      return undefined;
    }
  };
  const allSlots = (): readonly string[] => readMementoList(memento, slotsKey, isString);
  return {
    onDidChange: secrets.onDidChange,
    hadKey,
    get: async (...key) => read(slotOf(...key)),
    names: (origin) =>
      allSlots()
        .filter((slot) => slot.startsWith(`${origin} `))
        .map((slot) => slot.slice(origin.length + 1)),
    async all() {
      const keys = await Promise.all(allSlots().map(read));
      return keys.filter(isString);
    },
    async learn(secret) {
      await (secret.startsWith(namePrefix) && read(secret.slice(namePrefix.length)));
    },
    async set(origin, key, name) {
      redactor.learn(key);
      const slot = slotOf(origin, name);
      try {
        await secrets.store(namePrefix + slot, key);
      } catch (error) {
        const said = redactor.redact(messageOf(error));
        throw new Error(
          vscode.l10n.t('VS Code’s secret storage could not save the API key: {0}', said),
          { cause: error },
        );
      }
      await slots.add(slot);
      sayIfPlainKey(key);
    },
    async forget(...key) {
      const slot = slotOf(...key);
      await secrets.delete(namePrefix + slot);
      await slots.delete(slot);
    },
    ...createBindings(memento, hadKey),
  };
}

/** Where the slots that have a key are in the Memento. */
const slotsKey = 'parley.keyOrigins';

const namePrefix = 'parley.key ';

/** Where a key is among all keys. An origin has no space. */
function slotOf(origin: string, name?: string): string {
  return name === undefined ? origin : `${origin} ${name}`;
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

/**
 * Why a request of a connection would lack its key: the connection names one that is not there, the secret storage has
 * lost it, or it was entered for another origin. Without it, the request would be rejected, and the reason would be wrong
 * (`docs/service-interface.md`, "Authentication" 3).
 */
interface MissingKey {
  readonly code: string;
  readonly words: string;
}

/** The key that is stored for a connection, or why it is missing; neither if the user has entered none. */
export async function findKey(
  { id, name, baseUrl, keyFrom }: Connection,
  keys: KeyStore,
): Promise<{ readonly key?: string; readonly missing?: MissingKey }> {
  const { origin } = serviceAddress(baseUrl);
  const keyName = storedName(keyFrom);
  const key = await keys.get(origin, keyName);
  if (key !== undefined) {
    return { key };
  }
  if (keyName !== undefined) {
    const words = vscode.l10n.t(
      'VS Code’s secret storage has no API key “{0}” for {1}.',
      keyName,
      origin,
    );
    return lacks(failureCode.keyUnknown, words);
  }
  if (keys.hadKey(origin)) {
    return lacks(
      failureCode.keyLost,
      vscode.l10n.t('VS Code’s secret storage no longer has the API key for {0}.', origin),
    );
  }
  const before = keys.movedFrom(id, origin);
  const words = vscode.l10n.t(
    'The address of {0} has changed from {1} to {2}. The API key for {1} is not sent to {2}.',
    visibleText(name),
    before ?? '',
    origin,
  );
  return before === undefined ? {} : lacks(failureCode.keyMoved, words);
}

function lacks(code: string, words: string) {
  return { missing: { code, words } };
}

/** The key for a request; `undefined` if the user has entered none. Throws `ServiceError` of kind `auth` if it is missing. */
export async function storedKey(
  connection: Connection,
  keys: KeyStore,
): Promise<string | undefined> {
  const { key, missing } = await findKey(connection, keys);
  const { id, baseUrl, keyFrom } = connection;
  if (missing !== undefined) {
    const { code, words } = missing;
    throw new ServiceError('auth', `${words} ${vscode.l10n.t('Nothing was sent.')}`, {
      code,
      keySource: keyFrom?.kind,
    });
  }
  if (key !== undefined && keyFrom === undefined && findConnection(id) !== undefined) {
    await keys.bind(id, serviceAddress(baseUrl).origin);
  }
  return key;
}
