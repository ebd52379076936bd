import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import {
  type OutsideSource,
  outsideSource,
  storedName,
} from '../../../shared/service/keySource.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { nameText, notificationText } from '../../base/safeText.ts';
import { type Connection, demoId } from '../connection.ts';
import { confirms } from '../consent.ts';
import type { Keys } from '../keySources/keys.ts';
import { failureText } from '../listFailure.ts';
import type { ServiceClients } from '../serviceClients.ts';
import { askForKey, storeKey } from './askKey.ts';
import type { KeyStore } from './keyStore.ts';

/** How long a message stays in the status bar, in milliseconds. */
const statusMs = 5000;

/**
 * Asks for the key that a connection uses of its origin and stores it. Of a connection whose key comes from elsewhere,
 * signs in or shows the page that says so. Resolves to false if the user closes the input box, and for the demo, which needs no key.
 */
export async function setKey(
  connection: Connection,
  clients: ServiceClients,
  keys: Keys,
): Promise<boolean> {
  const { id, name, keyFrom } = connection;
  if (id === demoId) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} needs no API key.', nameText(name)),
    );
    return false;
  }
  const source = outsideSource(keyFrom);
  if (source?.kind === 'microsoft') {
    return signIn(connection, source, keys);
  }
  if (source !== undefined) {
    await showWhereKeysComeFrom();
    return false;
  }
  const entered = await askToStore(connection, clients, keys);
  if (entered === 'works' || entered === 'unchecked') {
    const words =
      entered === 'works'
        ? // Some services give their list to everybody, so that the key need not be right.
          vscode.l10n.t('The API key was saved and the model list loaded.')
        : vscode.l10n.t('The API key was saved without being checked.');
    vscode.window.setStatusBarMessage(words, statusMs);
  }
  return entered !== undefined;
}

/** If the connection was moved to another origin, the user may answer that no key is needed there. */
async function askToStore(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<'works' | 'unchecked' | 'none' | undefined> {
  const { id, keyFrom, baseUrl } = connection;
  const { origin } = serviceAddress(baseUrl);
  const name = visibleText(connection.name);
  const keyName = storedName(keyFrom);
  const before = keyName === undefined ? keys.movedFrom(id, origin) : undefined;
  return askForKey<'works' | 'unchecked' | 'none'>(
    {
      connection,
      title:
        keyName === undefined
          ? vscode.l10n.t('API Key for {0}', name)
          : vscode.l10n.t('API Key “{0}” for {1}', keyName, name),
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
      empty: async () => {
        if (before === undefined) {
          return { problem: vscode.l10n.t('Nothing was changed.') };
        }
        await keys.bind(id, origin);
        return { result: 'none' };
      },
      take: async (entered) => storeKey(connection, entered, keys),
    },
    clients,
  );
}

/** On the connections page, where that can be changed. */
async function showWhereKeysComeFrom(): Promise<void> {
  await vscode.commands.executeCommand('parley.manageConnections');
}

async function signIn(
  connection: Connection,
  source: OutsideSource,
  { sources }: Keys,
): Promise<boolean> {
  try {
    const isDone = await sources.prepare(connection, source, 'again');
    if (isDone) {
      vscode.window.setStatusBarMessage(
        vscode.l10n.t('Signed in with your Microsoft account.'),
        statusMs,
      );
    }
    return isDone;
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'aborted')) {
      void vscode.window.showErrorMessage(notificationText(failureText(error)));
    }
    return false;
  }
}

/** What asking for a key needs. */
interface KeyServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
}

/**
 * Asks for what a request of a connection needs for its key: for the key, if the connection was moved away from the
 * origin of its key or has one with a name that is not stored; otherwise to confirm where it comes from, or to sign
 * in. Resolves to false if the user does not answer.
 */
export async function ensureKey(
  connection: Connection,
  { clients, keys }: KeyServices,
): Promise<boolean> {
  const { keyFrom, id, baseUrl } = connection;
  const { origin } = serviceAddress(baseUrl);
  const source = outsideSource(keyFrom);
  if (source !== undefined) {
    return keys.sources.prepare(connection, source);
  }
  const isNeeded = keyFrom !== undefined || keys.movedFrom(id, origin) !== undefined;
  return !isNeeded || (await hasKey(connection, keys)) || setKey(connection, clients, keys);
}

/** Deletes the key that a connection uses, of its origin, after the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: Keys): Promise<void> {
  const { keyFrom, name, baseUrl } = connection;
  if (outsideSource(keyFrom) !== undefined) {
    return showWhereKeysComeFrom();
  }
  const keyName = storedName(keyFrom);
  const { origin } = serviceAddress(baseUrl);
  if (!(await hasKey(connection, keys))) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No API key is saved for {0}.', nameText(name)),
    );
    return;
  }
  const isConfirmed = await confirms({
    message:
      keyName === undefined
        ? vscode.l10n.t('Delete the API key for {0}?', origin)
        : vscode.l10n.t('Delete the API key “{0}” for {1}?', keyName, origin),
    button: vscode.l10n.t('Delete'),
  });
  if (isConfirmed) {
    await keys.forget(origin, keyName);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The API key was deleted.'), statusMs);
  }
}

/** True as well for a key that was stored and that the secret storage has lost. */
async function hasKey({ baseUrl, keyFrom }: Connection, keys: KeyStore): Promise<boolean> {
  const { origin } = serviceAddress(baseUrl);
  const name = storedName(keyFrom);
  return keys.hadKey(origin, name) || (await keys.get(origin, name)) !== undefined;
}
