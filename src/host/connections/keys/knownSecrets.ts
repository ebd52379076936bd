import * as vscode from 'vscode';
import { secretsOf } from '../../../service/redactSecrets.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import type { Redactor } from '../../base/redactor.ts';
import { storedConnections } from '../connectionSettings.ts';
import { type KeyStore, keyOfSecret } from './keyStore.ts';

/** The values of all secret headers in the user's settings, also of connections that cannot be used. */
export function headerSecrets(): readonly string[] {
  return storedConnections().flatMap((entry) => {
    const headers = isRecord(entry) && isRecord(entry['headers']) ? entry['headers'] : {};
    const texts = Object.entries(headers).map(([name, value]) => [
      name,
      isString(value) ? value : '',
    ]);
    return secretsOf(undefined, Object.fromEntries(texts));
  });
}

/** Tells the redactor the keys and secret headers that are set from now on, in this window or another. */
export function learnNewSecrets(
  { learn }: Pick<Redactor, 'learn'>,
  keys: Pick<KeyStore, 'get' | 'onDidChange'>,
): vscode.Disposable {
  return vscode.Disposable.from(
    keys.onDidChange(async ({ key }) => {
      const known = keyOfSecret(key);
      if (known !== undefined) {
        // The store tells the redactor what it reads.
        await keys.get(...known);
      }
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('parley.connections')) {
        headerSecrets().forEach(learn);
      }
    }),
  );
}
