import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { askInput, type Checked } from '../../base/quickInput.ts';
import { notificationText } from '../../base/safeText.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { Connection } from '../connection.ts';
import { demoConnection, findConnection } from '../connectionSettings.ts';
import type { KeyStore } from './keyStore.ts';
import { failureText } from '../listFailure.ts';
import { tidyKey } from './pastedKey.ts';
import { sayIfPlainKey } from './plainSecrets.ts';
import type { ServiceClients } from '../serviceClients.ts';
import { mayTravelInClear } from './unencrypted.ts';

/** How long a message stays in the status bar, in milliseconds. */
const statusMs = 5000;

/** What the user entered: a key that works, a key that could not be checked, or nothing because none is needed. */
type KeyAnswer = 'works' | 'unchecked' | 'none';

/**
 * Asks for the key of a connection, checks it with a request for the model list, and stores it. If the
 * connection was moved to another origin, the user may answer that no key is needed there. Resolves to
 * false if the user closes the input box, and for the demo, which needs none.
 */
export async function setKey(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<boolean> {
  if (connection.id === demoConnection.id) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} needs no API key.', notificationText(connection.name)),
    );
    return false;
  }
  const { origin } = serviceAddress(connection.baseUrl);
  const before = keys.movedFrom(connection.id, origin);
  const check = createKeyCheck(connection, clients, keys);
  const answer = await askInput<KeyAnswer>({
    title: vscode.l10n.t('API Key for {0}', visibleText(connection.name)),
    prompt:
      before === undefined
        ? vscode.l10n.t(
            'Checked against the model list, then stored in VS Code’s secret storage; sent only to {0}',
            origin,
          )
        : vscode.l10n.t(
            'The address has changed. The API key for {0} is not sent to {1}. Enter the key for {1}, or leave empty if none is needed',
            before,
            origin,
          ),
    password: true,
    tidy: tidyKey,
    check: async (typed, signal) => {
      if (typed === '' && before !== undefined) {
        await keys.bind(connection.id, origin);
        return { result: 'none' };
      }
      return check(typed, signal);
    },
  });
  if (answer === 'works') {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The API key works and was saved.'), statusMs);
  } else if (answer === 'unchecked') {
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The API key was saved without being checked.'),
      statusMs,
    );
  }
  return answer !== undefined;
}

/**
 * Returns a function that checks a key with a request for the model list and stores it for the origin of
 * the connection. A key that could not be checked is stored if it is entered twice in a row: the service
 * may have no model list, or may not be running.
 */
export function createKeyCheck(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): (key: string, signal?: AbortSignal) => Promise<Checked<KeyAnswer>> {
  const { origin } = serviceAddress(connection.baseUrl);
  let unchecked: string | undefined;
  return async (key, signal) => {
    if (key === '' || !(await mayTravelInClear(origin))) {
      return { problem: vscode.l10n.t('Nothing was changed.') };
    }
    try {
      const isChecked = key !== unchecked;
      if (isChecked) {
        await (await clients(connection, key)).listModels({ signal });
      }
      await keys.set(origin, key);
      sayIfPlainKey(key);
      if (findConnection(connection.id) !== undefined) {
        await keys.bind(connection.id, origin);
      }
      return { result: isChecked ? 'works' : 'unchecked' };
    } catch (error) {
      const isUnchecked = error instanceof ServiceError && error.kind !== 'auth';
      unchecked = isUnchecked ? key : undefined;
      const hint = isUnchecked
        ? vscode.l10n.t('Press Enter again to save the key without checking it.')
        : '';
      return { problem: `${failureText(error)} ${hint}`.trim() };
    }
  };
}

/** What asking for a key needs. */
interface KeyServices {
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
}

/**
 * Asks for the key of a connection that was moved away from the origin of its key, if there is none for the
 * new origin. Resolves to false if the user closes the input box.
 */
export async function ensureKey(
  connection: Connection,
  { clients, keys }: KeyServices,
): Promise<boolean> {
  const { origin } = serviceAddress(connection.baseUrl);
  const isMoved = keys.movedFrom(connection.id, origin) !== undefined;
  if (!isMoved || (await hasKey(origin, keys))) {
    return true;
  }
  return setKey(connection, clients, keys);
}

/** Deletes the key of the connection's origin after the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: KeyStore): Promise<void> {
  const { origin } = serviceAddress(connection.baseUrl);
  if (!(await hasKey(origin, keys))) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No API key is saved for {0}.', notificationText(connection.name)),
    );
    return;
  }
  const remove = vscode.l10n.t('Delete');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete the API key for {0}?', origin),
    { modal: true },
    remove,
  );
  if (answer === remove) {
    await keys.forget(origin);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The API key was deleted.'), statusMs);
  }
}

/** True as well for a key that was stored and that the secret storage has lost. */
async function hasKey(origin: string, keys: KeyStore): Promise<boolean> {
  return keys.hadKey(origin) || (await keys.get(origin)) !== undefined;
}
