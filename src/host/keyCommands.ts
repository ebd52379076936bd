import * as vscode from 'vscode';
import { serviceAddress } from '../service/serviceAddress.ts';
import { mayTravelInClear } from './connectFlow.ts';
import { demoConnection } from './connections.ts';
import { askInput } from './inputStep.ts';
import type { KeyStore } from './keyStore.ts';
import { messageOf } from './messageOf.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { Connection } from './connection.ts';

/** How long a word in the status bar stays, in milliseconds. */
const wordMs = 5000;

/** Asks for a key, tries it on the model list and keeps it once it works. */
export async function setKey(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<void> {
  const { origin } = serviceAddress(connection.baseUrl);
  const isKept = await askInput<true>({
    title: vscode.l10n.t('Key for {0}', connection.name),
    prompt: vscode.l10n.t('Kept in the secret store and sent to {0} only', origin),
    password: true,
    check: async (typed, signal) => {
      const key = typed.trim();
      if (key === '' || !(await mayTravelInClear(origin))) {
        return { problem: vscode.l10n.t('Nothing was changed.') };
      }
      try {
        await (await clients(connection, key)).listModels({ signal });
        await keys.set(origin, key);
        return { result: true };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
  if (isKept === true) {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key works and is kept.'), wordMs);
  }
}

/** Asks the service for its models and says what came of it. */
export async function testConnection(
  connection: Connection,
  clients: ServiceClients,
): Promise<void> {
  const { modelsUrl } = serviceAddress(connection.baseUrl);
  try {
    const models = await (await clients(connection)).listModels();
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} works: GET {1} → 200, {2} models',
        connection.name,
        modelsUrl,
        models.length,
      ),
    );
  } catch (error) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} does not work. {1}', connection.name, messageOf(error)),
    );
  }
}

/** Removes the key of the connection's origin once the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: KeyStore): Promise<void> {
  const { origin } = serviceAddress(connection.baseUrl);
  if (connection.id === demoConnection.id || !(await hasKey(origin, keys))) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no key for {0}.', connection.name),
    );
    return;
  }
  const forget = vscode.l10n.t('Forget');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Forget the key for {0}?', origin),
    { modal: true },
    forget,
  );
  if (answer === forget) {
    await keys.forget(origin);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key is forgotten.'), wordMs);
  }
}

/** Also where the secret store has lost it. */
async function hasKey(origin: string, keys: KeyStore): Promise<boolean> {
  return keys.hadKey(origin) || (await keys.get(origin)) !== undefined;
}
