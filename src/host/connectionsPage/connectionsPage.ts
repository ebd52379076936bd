import * as vscode from 'vscode';
import type { DraftField } from '../../shared/connectionsPage/connectionDraft.ts';
import { isConnectionsPageToHost } from '../../shared/connectionsPage/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import { showPage } from '../base/webviewPage.ts';
import { type Connection, idRef } from '../connections/connection.ts';
import { changeOf } from '../connections/readDraft.ts';
import { formFailure } from './formDiagnosis.ts';
import { PageActions, type PageServices, savedDraft } from './pageActions.ts';

/** The page on which the user manages connections: one tab in the editor area, which can be closed and opened again. */
interface ConnectionsPage extends vscode.Disposable {
  /** Opens the tab, or brings it to the front. */
  open(): void;
  /**
   * Opens the tab with the form of a connection, saved or not, that is to have these fields, at one of them, and with the
   * failure of the request for its model list. What else was typed in the form stays.
   */
  openForm(connection: Connection, place?: DraftField, failure?: unknown): void;
}

/** Makes the page of connections, for a bundle of its own. Opening it sends no request. */
export function createConnectionsPage(
  extensionUri: vscode.Uri,
  services: PageServices,
): ConnectionsPage {
  let tab: vscode.WebviewPanel | undefined;
  const actions = new PageActions(services, (message) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview, not a window
    void tab?.webview.postMessage(message);
  });
  const showItems = async (): Promise<void> => {
    // The page of a hidden tab is unloaded. It posts `ready` when the tab is shown again.
    if (tab?.visible === true) {
      await actions.showItems();
    }
  };
  const changes = vscode.Disposable.from(
    services.keys.onDidChange(showItems),
    services.models.onDidChange(showItems),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('parley.connections')) {
        await showItems();
      }
    }),
  );
  const open = (): void => {
    tab?.reveal();
    if (tab === undefined) {
      tab = openTab(extensionUri, actions);
      tab.onDidDispose(() => (tab = undefined));
    }
  };
  return {
    open,
    openForm(connection, place = 'name', failure) {
      const ref = idRef(connection.id);
      const diagnosis =
        failure === undefined ? undefined : formFailure(failure, connection, services.redactor);
      actions.changeForm({ ref, change: changeOf(savedDraft(ref), connection), place, diagnosis });
      open();
    },
    dispose() {
      changes.dispose();
      tab?.dispose();
    },
  };
}

function openTab(extensionUri: vscode.Uri, actions: PageActions): vscode.WebviewPanel {
  const tab = vscode.window.createWebviewPanel(
    'parley.connections',
    vscode.l10n.t('Connections'),
    vscode.ViewColumn.Active,
  );
  tab.webview.onDidReceiveMessage(async (message: unknown) => {
    if (isConnectionsPageToHost(message)) {
      await actions.carryOut(message).catch((error: unknown) => {
        void vscode.window.showErrorMessage(notificationText(messageOf(error)));
      });
    }
  });
  showPage(tab.webview, extensionUri, 'connections');
  return tab;
}
