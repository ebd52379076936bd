import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { notificationText } from '../base/safeText.ts';
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
  let sent = '';
  try {
    const client = await clients(connection);
    sent = sentRequests(client, connection);
    const models = await client.listModels();
    const name = notificationText(connection.name);
    if (models.length === 0) {
      const answer = vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} works, but lists no models. Load or install one on the server, or enter a model ID in the model picker.',
          name,
        ),
        ...showButtons(sent),
      );
      void showIfAsked(answer, sent);
      return;
    }
    const count = formatNumber(models.length);
    const answer = vscode.window.showInformationMessage(
      plural(models.length, {
        one: vscode.l10n.t('{0} works: GET {1} → 200, {2} model', name, modelsUrl, count),
        other: vscode.l10n.t('{0} works: GET {1} → 200, {2} models', name, modelsUrl, count),
      }),
      ...showButtons(sent),
    );
    void showIfAsked(answer, sent);
  } catch (error) {
    const problem = notificationText(failureText(error));
    if (isListMissing(error)) {
      const answer = vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} has no model list. {1} You can enter a model ID, which is not checked until you send a message.',
          notificationText(connection.name),
          problem,
        ),
        ...showButtons(sent),
      );
      void showIfAsked(answer, sent);
      return;
    }
    const answer = vscode.window.showErrorMessage(
      vscode.l10n.t('{0} does not work. {1}', notificationText(connection.name), problem),
      ...showButtons(sent),
    );
    void showIfAsked(answer, sent);
  }
}

/** A button that shows the requests, if there are any. */
function showButtons(sent: string): readonly string[] {
  return sent === '' ? [] : [vscode.l10n.t('Show Requests')];
}

async function showIfAsked(answer: Thenable<string | undefined>, sent: string): Promise<void> {
  if ((await answer) !== undefined) {
    await showSentRequests(sent);
  }
}
