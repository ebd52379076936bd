import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import type { AnsweringButton } from '../../base/quickInput.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { demoConnection, idRef, updateConnections, withKeyFrom } from '../connectionSettings.ts';
import type { Keys } from '../keySources/keys.ts';
import { sayWhereKeyComesFrom, setOutsideKey } from '../keySources/outsideKeyFlows.ts';
import type { ServiceClients } from '../serviceClients.ts';
import { askKey, type KeyAnswer } from './askKey.ts';
import { chooseKey, confirmsDeletion } from './chooseKey.ts';
import type { KeyStore } from './keyStore.ts';

/** How long a message stays in the status bar, in milliseconds. */
const statusMs = 5000;

/**
 * Asks for the key of a connection, or leads to another one of its origin. Of a connection whose key comes from
 * elsewhere, says so or renews it there. Resolves to false if the user closes the input box, and for the demo,
 * which needs none. `onChosen` saves the choice of another key.
 */
export async function setKey(
  connection: Connection,
  clients: ServiceClients,
  keys: Keys,
  onChosen: (connection: Connection, keyFrom: KeySource | undefined) => Promise<void> = saveChoice,
): Promise<boolean> {
  if (connection.id === demoConnection.id) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} needs no API key.', nameText(connection.name)),
    );
    return false;
  }
  const { keyFrom } = connection;
  if (keyFrom !== undefined && keyFrom.kind !== 'stored') {
    return setOutsideKey(connection, keyFrom, keys.sources);
  }
  const answer = await askKey(connection, clients, keys, [otherKeys()]);
  if (answer !== 'others') {
    return answer !== undefined;
  }
  const chosen = await chooseKey(connection, clients, keys);
  if (chosen !== undefined) {
    await onChosen(connection, chosen.keyFrom);
  }
  return chosen !== undefined;
}

async function saveChoice({ id }: Connection, keyFrom: KeySource | undefined): Promise<void> {
  await updateConnections((all) => withKeyFrom(all, idRef(id), keyFrom));
}

function otherKeys(): AnsweringButton<KeyAnswer> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('list-unordered'),
      tooltip: vscode.l10n.t('Choose or Add Another API Key'),
    },
    result: 'others',
  };
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
  if (keyFrom !== undefined && keyFrom.kind !== 'stored') {
    return keys.sources.prepare(connection, keyFrom);
  }
  const isNeeded = keyFrom !== undefined || keys.movedFrom(id, origin) !== undefined;
  if (!isNeeded || (await hasKey(origin, keys, keyFrom?.name))) {
    return true;
  }
  return setKey(connection, clients, keys);
}

/** Deletes the key that a connection uses, of its origin, after the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: Keys): Promise<void> {
  const { keyFrom } = connection;
  if (keyFrom !== undefined && keyFrom.kind !== 'stored') {
    return sayWhereKeyComesFrom(connection, keyFrom, keys.sources);
  }
  const name = keyFrom?.name;
  const { origin } = serviceAddress(connection.baseUrl);
  if (!(await hasKey(origin, keys, name))) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No API key is saved for {0}.', nameText(connection.name)),
    );
    return;
  }
  if (await confirmsDeletion(origin, name)) {
    await keys.forget(origin, name);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The API key was deleted.'), statusMs);
  }
}

/** True as well for a key that was stored and that the secret storage has lost. */
async function hasKey(origin: string, keys: KeyStore, name?: string): Promise<boolean> {
  return keys.hadKey(origin, name) || (await keys.get(origin, name)) !== undefined;
}
