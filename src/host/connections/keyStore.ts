import type * as vscode from 'vscode';
import { isArrayOf, isRecord, isString } from '../../shared/guards.ts';
import type { Log, Redactor } from '../base/log.ts';

/** The keys, each filed under the origin it was entered for (scheme, host and port). */
export interface KeyStore {
  /** After a key was kept or forgotten, in whatever window. */
  readonly onDidChange: vscode.Event<unknown>;
  /** The key of `origin`, or nothing where there is none or the store cannot give it. */
  get(origin: string): Promise<string | undefined>;
  /** Whether a key was kept for `origin` and not forgotten, also where the store has lost it. */
  hadKey(origin: string): boolean;
  /** Keeps `key` for `origin`. Throws an error that says so where the secret store does not. */
  set(origin: string, key: string): Promise<void>;
  /** Removes the key of `origin`. Throws what the secret store throws. */
  forget(origin: string): Promise<void>;
  /** Notes that a connection, by its id, is used at `origin` with what is kept for it, if anything. */
  bind(connectionId: string, origin: string): Promise<void>;
  /**
   * The origin at which a connection that is now at `origin` was used with a key that is still
   * kept; nothing where it was not moved.
   */
  movedFrom(connectionId: string, origin: string): string | undefined;
}

const originsKey = 'parley.keyOrigins';
const bindingsKey = 'parley.connectionOrigins';

/**
 * Keys in VS Code's SecretStorage; whatever passes through here is made known to the redactor.
 * `state` remembers the origins that have a key, since the store may lose it: never a key itself.
 */
export function createKeyStore(
  secrets: vscode.SecretStorage,
  state: vscode.Memento,
  redactor: Redactor,
  log: Log,
): KeyStore {
  const origins = (): readonly string[] => {
    const stored: unknown = state.get(originsKey);
    return isArrayOf(isString)(stored) ? stored : [];
  };
  const others = (origin: string) => origins().filter((known) => known !== origin);
  return {
    onDidChange: secrets.onDidChange,
    hadKey: (origin) => origins().includes(origin),
    async get(origin) {
      try {
        const key = await secrets.get(entry(origin));
        redactor.learn(key ?? '');
        return key;
      } catch (error) {
        log.warn(`The secret store did not give the key for ${origin}: ${String(error)}`);
        return undefined;
      }
    },
    async set(origin, key) {
      redactor.learn(key);
      await storeKey(secrets, origin, key, redactor);
      await state.update(originsKey, [...others(origin), origin]);
    },
    async forget(origin) {
      await secrets.delete(entry(origin));
      await state.update(originsKey, others(origin));
    },
    ...createBindings(state, (origin) => origins().includes(origin)),
  };
}

/** Which origin each connection was last used at. */
function createBindings(
  state: vscode.Memento,
  hadKey: (origin: string) => boolean,
): Pick<KeyStore, 'bind' | 'movedFrom'> {
  const bindings = (): Readonly<Record<string, unknown>> => {
    const stored: unknown = state.get(bindingsKey);
    return isRecord(stored) ? stored : {};
  };
  return {
    async bind(connectionId, origin) {
      if (bindings()[connectionId] !== origin) {
        await state.update(bindingsKey, { ...bindings(), [connectionId]: origin });
      }
    },
    movedFrom(connectionId, origin) {
      const before = bindings()[connectionId];
      return isString(before) && before !== origin && hadKey(before) ? before : undefined;
    },
  };
}

async function storeKey(
  secrets: vscode.SecretStorage,
  origin: string,
  key: string,
  { redact }: Redactor,
): Promise<void> {
  try {
    await secrets.store(entry(origin), key);
  } catch (error) {
    const said = redact(String(error));
    throw new Error(`The secret store did not keep the key: ${said}`, { cause: error });
  }
}

function entry(origin: string): string {
  return `parley.key ${origin}`;
}
