import * as vscode from 'vscode';
import { secretsOf } from '../../../service/redactSecrets.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import type { Redactor } from '../../base/redactor.ts';
import { readConnections, storedConnections } from '../connectionSettings.ts';
import type { NodeKeys } from './loadNodeKeys.ts';
import type { KeyStore } from '../keys/keyStore.ts';

/** The values of all secret headers in the user's settings, also of connections that cannot be used. */
export function headerSecrets(): readonly string[] {
  return storedConnections().flatMap((entry) => {
    const headers = isRecord(entry) && isRecord(entry['headers']) ? entry['headers'] : {};
    return Object.entries(headers).flatMap(([name, value]) =>
      isString(value) ? secretsOf(undefined, { [name]: value }) : [],
    );
  });
}

/** The values of the environment variables from which connections take their keys. */
export function variableSecrets(
  node: () => Pick<NodeKeys, 'readVariable'> | undefined,
): readonly string[] {
  return readConnections().flatMap(({ keyFrom }) =>
    keyFrom?.kind === 'environment' ? [node()?.readVariable(keyFrom.variable)?.trim() ?? ''] : [],
  );
}

/** Tells the redactor the keys and secret headers that are set from now on, in this window or another. */
export function learnNewSecrets(
  { learn }: Pick<Redactor, 'learn'>,
  keys: Pick<KeyStore, 'learn' | 'onDidChange'>,
): vscode.Disposable {
  return vscode.Disposable.from(
    keys.onDidChange(async ({ key }) => keys.learn(key)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('parley.connections')) {
        headerSecrets().forEach(learn);
      }
    }),
  );
}
