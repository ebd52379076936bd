import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { notificationText } from '../base/safeText.ts';
import type { Connection } from './connection.ts';
import { failureText, isListMissing } from './listFailure.ts';
import type { ServiceClients } from './serviceClients.ts';

/** Requests the model list and shows the outcome in a notification. */
export async function testConnection(
  connection: Connection,
  clients: ServiceClients,
): Promise<void> {
  const { modelsUrl } = serviceAddress(connection.baseUrl);
  try {
    const models = await (await clients(connection)).listModels();
    const name = notificationText(connection.name);
    const count = formatNumber(models.length);
    void vscode.window.showInformationMessage(
      plural(models.length, {
        one: vscode.l10n.t('{0} works: GET {1} → 200, {2} model', name, modelsUrl, count),
        other: vscode.l10n.t('{0} works: GET {1} → 200, {2} models', name, modelsUrl, count),
      }),
    );
  } catch (error) {
    const problem = notificationText(failureText(error));
    if (isListMissing(error)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} has no model list. {1} You can enter a model ID, which is not checked until you send a message.',
          notificationText(connection.name),
          problem,
        ),
      );
      return;
    }
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} does not work. {1}', notificationText(connection.name), problem),
    );
  }
}
