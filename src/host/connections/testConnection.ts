import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
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
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} works: GET {1} → 200, {2} models',
        notificationText(connection.name),
        modelsUrl,
        models.length,
      ),
    );
  } catch (error) {
    const problem = notificationText(failureText(error));
    if (isListMissing(error)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} has no model list. {1} A model can be typed in; whether it replies shows when a message is sent.',
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
