import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { type AnsweringButton, askInput, type Checked } from '../../base/quickInput.ts';
import type { Connection } from '../connection.ts';
import { findConnection } from '../connectionSettings.ts';
import { failureText, listFailure } from '../listFailure.ts';
import type { ServiceClients } from '../serviceClients.ts';
import type { KeyStore } from './keyStore.ts';
import { tidyKey } from './pastedKey.ts';
import { sayIfPlainKey } from './plainSecrets.ts';
import { mayTravelInClear } from './unencrypted.ts';

/** How long a message stays in the status bar, in milliseconds. */
const statusMs = 5000;

/**
 * What the user entered: a key with which the model list came, a key that could not be checked, or nothing because
 * none is needed or because another of the keys is to be used.
 */
export type KeyAnswer = 'works' | 'unchecked' | 'none' | 'others';

/**
 * Asks for the key that a connection uses of its origin, checks it with a request for the model list, and stores
 * it. If the connection was moved to another origin, the user may answer that no key is needed there. Gives
 * `undefined` if the user closes the input box.
 */
export async function askKey(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
  buttons: readonly AnsweringButton<KeyAnswer>[] = [],
): Promise<KeyAnswer | undefined> {
  const { origin } = serviceAddress(connection.baseUrl);
  const name = nameOf(connection);
  const before = name === undefined ? keys.movedFrom(connection.id, origin) : undefined;
  const check = createKeyCheck(connection, clients, keys);
  const answer = await askInput<KeyAnswer>({
    title:
      name === undefined
        ? vscode.l10n.t('API Key for {0}', visibleText(connection.name))
        : vscode.l10n.t('API Key “{0}” for {1}', name, visibleText(connection.name)),
    buttons,
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
    // Some services give their list to everybody, so that the key need not be right.
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The API key was saved and the model list loaded.'),
      statusMs,
    );
  } else if (answer === 'unchecked') {
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('The API key was saved without being checked.'),
      statusMs,
    );
  }
  return answer;
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
      await keys.set(origin, key, nameOf(connection));
      sayIfPlainKey(key);
      if (findConnection(connection.id) !== undefined) {
        await keys.bind(connection.id, origin);
      }
      return { result: isChecked ? 'works' : 'unchecked' };
    } catch (error) {
      const isUnchecked = error instanceof ServiceError && listFailure(error) !== 'key';
      unchecked = isUnchecked ? key : undefined;
      const hint = isUnchecked
        ? vscode.l10n.t('Press Enter again to save the key without checking it.')
        : '';
      return { problem: `${failureText(error)} ${hint}`.trim() };
    }
  };
}

/** The name of the key that a connection uses; `undefined` for the key without a name. */
function nameOf({ keyFrom }: Connection): string | undefined {
  return keyFrom?.kind === 'stored' ? keyFrom.name : undefined;
}
