import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { storedName } from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Connection } from '../connection.ts';
import { findConnection } from '../connectionSettings.ts';
import type { KeyStore } from './keyStore.ts';

/** The key that is stored for a connection; `undefined` if the user has entered none. Throws `missingKey`. */
export async function storedKey(
  connection: Connection,
  keys: KeyStore,
): Promise<string | undefined> {
  const missing = await missingKey(connection, keys);
  if (missing !== undefined) {
    throw missing;
  }
  const { id, baseUrl, keyFrom } = connection;
  const { origin } = serviceAddress(baseUrl);
  const name = storedName(keyFrom);
  const key = await keys.get(origin, name);
  if (key !== undefined && name === undefined && findConnection(id) !== undefined) {
    await keys.bind(id, origin);
  }
  return key;
}

/**
 * Why a request of a connection would lack its key: the connection names one that is not there, the secret storage has
 * lost it, or it was entered for another origin. Without it, the request would be rejected, and the reason would be wrong
 * (`docs/service-interface.md`, "Authentication" 3). `undefined` if the key is there, or the user has entered none.
 */
export async function missingKey(
  { id, name, baseUrl, keyFrom }: Connection,
  keys: KeyStore,
): Promise<ServiceError | undefined> {
  const { origin } = serviceAddress(baseUrl);
  const keyName = storedName(keyFrom);
  if ((await keys.get(origin, keyName)) !== undefined) {
    return undefined;
  }
  const lacks = (code: string, words: string) =>
    new ServiceError('auth', words, { code, keySource: keyFrom?.kind });
  if (keyName !== undefined) {
    const words = vscode.l10n.t(
      'VS Code’s secret storage has no API key “{0}” for {1}. Nothing was sent. Enter the key, or choose another one.',
      keyName,
      origin,
    );
    return lacks(failureCode.keyUnknown, words);
  }
  if (keys.hadKey(origin)) {
    const words = vscode.l10n.t(
      'VS Code’s secret storage no longer has the API key for {0}. Nothing was sent. Enter the key again, or leave it empty if the service needs none.',
      origin,
    );
    return lacks(failureCode.keyLost, words);
  }
  const before = keys.movedFrom(id, origin);
  const words = vscode.l10n.t(
    'The address of {0} has changed from {1} to {2}. The API key for {1} is not sent to {2}. Nothing was sent. Enter the key for {2}, or leave it empty if the service needs none.',
    visibleText(name),
    before ?? '',
    origin,
  );
  return before === undefined ? undefined : lacks(failureCode.keyMoved, words);
}
