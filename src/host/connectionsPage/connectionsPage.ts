import * as vscode from 'vscode';
import type { DraftField } from '../../shared/connectionsPage/connectionDraft.ts';
import {
  type HostToConnectionsPage,
  isConnectionsPageToHost,
} from '../../shared/connectionsPage/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import { showPage } from '../base/webviewPage.ts';
import { type Connection, idRef } from '../connections/connection.ts';
import { changeOf } from '../connections/connectionDraft.ts';
import { failedTest } from './connectionTest.ts';
import { PageActions, type PageServices, savedDraft } from './pageActions.ts';

/** Makes the page of connections, for a bundle of its own. */
export function createConnectionsPage(
  extensionUri: vscode.Uri,
  services: PageServices,
): ConnectionsPage {
  return new ConnectionsPage(extensionUri, services);
}

/**
 * The page on which the user manages connections: one tab in the editor area, which can be closed and
 * opened again. Opening it sends no request.
 */
class ConnectionsPage implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #services: PageServices;
  readonly #actions: PageActions;
  readonly #changes: vscode.Disposable;
  #tab: vscode.WebviewPanel | undefined;

  constructor(extensionUri: vscode.Uri, services: PageServices) {
    this.#extensionUri = extensionUri;
    this.#services = services;
    this.#actions = new PageActions(services, (message) => this.#post(message));
    const showItems = async (): Promise<void> => {
      // The page of a hidden tab is unloaded. It posts `ready` when the tab is shown again.
      if (this.#tab?.visible === true) {
        await this.#actions.showItems();
      }
    };
    this.#changes = vscode.Disposable.from(
      services.keys.onDidChange(showItems),
      services.models.onDidChange(showItems),
      vscode.workspace.onDidChangeConfiguration(async (event) => {
        if (event.affectsConfiguration('parley.connections')) {
          await showItems();
        }
      }),
    );
  }

  /**
   * Opens the tab with the form of a connection, saved or not, that is to have these fields, at one of them, and with the
   * failure of the request for its model list. What else was typed in the form stays.
   */
  openForm(connection: Connection, place: DraftField = 'name', failure?: unknown): void {
    const ref = idRef(connection.id);
    this.#actions.changeForm({
      ref,
      change: changeOf(savedDraft(ref), connection),
      place,
      ...(failure !== undefined && {
        test: failedTest(failure, connection, this.#services.redactor),
      }),
    });
    this.open();
  }

  /** Opens the tab, or brings it to the front. */
  open(): void {
    if (this.#tab === undefined) {
      this.#tab = this.#create();
    } else {
      this.#tab.reveal();
    }
  }

  dispose(): void {
    this.#changes.dispose();
    this.#tab?.dispose();
  }

  #create(): vscode.WebviewPanel {
    const tab = vscode.window.createWebviewPanel(
      'parley.connections',
      vscode.l10n.t('Connections'),
      vscode.ViewColumn.Active,
    );
    tab.webview.onDidReceiveMessage(async (message: unknown) => {
      if (isConnectionsPageToHost(message)) {
        await this.#actions.carryOut(message).catch((error: unknown) => {
          void vscode.window.showErrorMessage(notificationText(messageOf(error)));
        });
      }
    });
    tab.onDidDispose(() => {
      this.#tab = undefined;
    });
    showPage(tab.webview, this.#extensionUri, 'connections');
    return tab;
  }

  #post(message: HostToConnectionsPage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview, not a window
    void this.#tab?.webview.postMessage(message);
  }
}
