import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import type { Connection } from './connection.ts';
import { failureText, isListMissing } from './listFailure.ts';
import { sentRequests, showSentRequests } from './sentRequests.ts';
import type { ServiceClients } from './serviceClients.ts';

/** Requests the model list and shows the outcome in a notification. */
export async function testConnection(
  connection: Connection,
  clients: ServiceClients,
): Promise<void> {
  const { modelsUrl } = serviceAddress(connection.baseUrl, connection.paths);
  const name = nameText(connection.name);
  let sent = '';
  const show = async (notify: Notify, text: string): Promise<void> => {
    const buttons = sent === '' ? [] : [vscode.l10n.t('Show Requests')];
    if ((await notify(text, ...buttons)) !== undefined) {
      await showSentRequests(sent);
    }
  };
  try {
    const client = await clients(connection);
    sent = sentRequests(client, connection);
    const models = await client.listModels();
    if (models.length === 0) {
      const text = vscode.l10n.t(
        '{0} works, but has no models yet. Load or install one on the server, or enter a model ID in the model picker.',
        name,
      );
      void show(vscode.window.showWarningMessage, text);
      return;
    }
    const count = formatNumber(models.length);
    const text = plural(models.length, {
      one: vscode.l10n.t('{0} works: GET {1} → 200, {2} model', name, modelsUrl, count),
      other: vscode.l10n.t('{0} works: GET {1} → 200, {2} models', name, modelsUrl, count),
    });
    void show(vscode.window.showInformationMessage, text);
  } catch (error) {
    const problem = notificationText(failureText(error));
    if (isListMissing(error)) {
      const text = vscode.l10n.t(
        '{0} has no model list. {1} You can enter a model ID, which is not checked until you send a message.',
        name,
        problem,
      );
      void show(vscode.window.showWarningMessage, text);
      return;
    }
    void show(
      vscode.window.showErrorMessage,
      vscode.l10n.t('{0} does not work. {1}', name, problem),
    );
  }
}

/** Shows a notification with buttons; gives the one that was pressed. */
type Notify = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;
