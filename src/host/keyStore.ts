import type * as vscode from 'vscode';
import type { Log } from './log.ts';
import type { Redactor } from './redactor.ts';

/** The keys, each filed under the origin it was entered for (scheme, host and port). */
export interface KeyStore {
  /** The key of `origin`, or nothing where there is none or the store cannot give it. */
  get(origin: string): Promise<string | undefined>;
  /** Keeps `key` for `origin`. Throws what the secret store throws. */
  set(origin: string, key: string): Promise<void>;
  /** Removes the key of `origin`. Throws what the secret store throws. */
  forget(origin: string): Promise<void>;
}

/** Keys in VS Code's SecretStorage; whatever passes through here is made known to the redactor. */
export function createKeyStore(
  secrets: vscode.SecretStorage,
  redactor: Redactor,
  log: Log,
): KeyStore {
  return {
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
      await secrets.store(entry(origin), key);
    },
    async forget(origin) {
      await secrets.delete(entry(origin));
    },
  };
}

function entry(origin: string): string {
  return `parley.key ${origin}`;
}
