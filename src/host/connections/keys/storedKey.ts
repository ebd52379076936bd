import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { storedName } from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Connection } from '../connection.ts';
import { findConnection } from '../connectionSettings.ts';
import type { KeyStore } from './keyStore.ts';

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
