import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import {
  type OutsideSource,
  outsideSource,
  storedName,
} from '../../../shared/service/keySource.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { inputMessageText, nameText, notificationText } from '../../base/safeText.ts';
import { type Connection, demoId } from '../connection.ts';
import { confirms, maySourceBeUsed, type Keys } from '../consents/consents.ts';
import { failureText } from '../listFailure.ts';
import type { ServiceClients } from '../clients/serviceClients.ts';
import { askForKey, storeKey } from './askKey.ts';
import { findKey } from '../keys/keyStore.ts';

/** What asking for a key needs. */
export interface KeyServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
}

/**
 * Asks for the key that a connection uses of its origin and stores it. Of a connection whose key comes from elsewhere,
 * signs in or shows the page that says so. Resolves to false if no key was entered, and for the demo, which needs none.
 */
export async function setKey(connection: Connection, services: KeyServices): Promise<boolean> {
  const { id, name, keyFrom } = connection;
  if (id === demoId) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} needs no API key.', nameText(name)),
    );
    return false;
  }
  const source = outsideSource(keyFrom);
  if (source?.kind === 'microsoft') {
    return signIn(connection, source, services.keys);
  }
  if (source !== undefined) {
    await vscode.commands.executeCommand('parley.manageConnections');
    return false;
  }
  return (await askToStore(connection, services)) === true;
}

/** Where a key without a name is missing, the user may also answer that none is needed. */
async function askToStore(
  connection: Connection,
  { clients, keys }: KeyServices,
): Promise<boolean | undefined> {
  const { keyFrom, name, baseUrl } = connection;
  const { origin } = serviceAddress(baseUrl);
  const keyName = storedName(keyFrom);
  const { missing } = keyName === undefined ? await findKey(connection, keys) : {};
  return askForKey<boolean>(
    {
      connection,
      title: vscode.l10n.t('API Key for {0}', withKeyName(visibleText(name), keyName)),
      prompt: inputMessageText(
        missing === undefined
          ? vscode.l10n.t(
              'Checked against the model list, then stored in VS Code’s secret storage; sent only to {0}',
              origin,
            )
          : `${missing.words} ${vscode.l10n.t('Enter the key, or leave it empty if the service needs none.')}`,
      ),
      async take({ key, models }) {
        if (key === '' && missing === undefined) {
          return false;
        }
        await storeKey(connection, key, keys);
        if (key !== '') {
          // Some services give their list to everybody, so that the key need not be right.
          const checked = vscode.l10n.t('The API key was saved and the model list loaded.');
          const unchecked = vscode.l10n.t('The API key was saved without being checked.');
          say(models === undefined ? unchecked : checked);
        }
        return true;
      },
    },
    clients,
  );
}

/** For a while, in the status bar. */
function say(words: string): void {
  vscode.window.setStatusBarMessage(words, 5000);
}

async function signIn(connection: Connection, source: OutsideSource, keys: Keys): Promise<boolean> {
  try {
    const isDone = await prepareSource(connection, source, keys, 'again');
    if (isDone) {
      say(vscode.l10n.t('Signed in with your Microsoft account.'));
    }
    return isDone;
  } catch (error) {
    void vscode.window.showErrorMessage(notificationText(failureText(error)));
    return false;
  }
}

/**
 * Asks what a request would have to ask about the source of its key, and signs in where that is needed, or `again`.
 * Gives whether a request makes sense: false if the user did not confirm, or closed the sign-in. Throws `ServiceError` of
 * kind `auth` if one cannot sign in again.
 */
export async function prepareSource(
  connection: Connection,
  source: OutsideSource,
  keys: Keys,
  when: 'ifNeeded' | 'again' = 'ifNeeded',
): Promise<boolean> {
  return (await maySourceBeUsed(connection, source, keys)) && keys.sources.signIn(source, when);
}

/**
 * Asks for what a request of a connection needs for its key: for the key, if a stored one is missing, otherwise to
 * confirm where it comes from, or to sign in. Resolves to false if the user does not answer.
 */
export async function ensureKey(connection: Connection, services: KeyServices): Promise<boolean> {
  const { keys } = services;
  const source = outsideSource(connection.keyFrom);
  if (source !== undefined) {
    return prepareSource(connection, source, keys);
  }
  return (await findKey(connection, keys)).missing === undefined || setKey(connection, services);
}

/** Deletes the key that a connection uses, of its origin, after the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: Keys): Promise<void> {
  const { keyFrom, name, baseUrl } = connection;
  if (outsideSource(keyFrom) !== undefined) {
    await vscode.commands.executeCommand('parley.manageConnections');
    return;
  }
  const keyName = storedName(keyFrom);
  const { origin } = serviceAddress(baseUrl);
  // One that the secret storage has lost, too.
  if (!keys.hadKey(origin, keyName) && (await keys.get(origin, keyName)) === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No API key is saved for {0}.', nameText(name)),
    );
    return;
  }
  const isConfirmed = await confirms({
    message: vscode.l10n.t('Delete the API key for {0}?', withKeyName(origin, keyName)),
    button: vscode.l10n.t('Delete'),
  });
  if (isConfirmed) {
    await keys.forget(origin, keyName);
    say(vscode.l10n.t('The API key was deleted.'));
  }
}

/** What a key is for, and its name if it has one. */
function withKeyName(owner: string, keyName: string | undefined): string {
  return keyName === undefined ? owner : `${owner} (${keyName})`;
}
