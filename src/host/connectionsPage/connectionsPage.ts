import * as vscode from 'vscode';
import { draftFields, emptyDraft } from '../../shared/connectionsPage/connectionDraft.ts';
import {
  type FormPlace,
  type HostToConnectionsPage,
  isConnectionsPageToHost,
} from '../../shared/connectionsPage/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { notificationText } from '../base/safeText.ts';
import { showPage } from '../base/webviewPage.ts';
import type { Connection } from '../connections/connection.ts';
import { draftOf } from '../connections/connectionDraft.ts';
import { findConnection, idRef } from '../connections/connectionSettings.ts';
import { failedTest } from './connectionTest.ts';
import { PageActions, type PageServices } from './pageActions.ts';

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
  /** The forms that the page is to open as soon as it is there. */
  #formsToOpen: readonly HostToConnectionsPage[] = [];

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
      ...services.chats.onDidChange.map((onDidChange) => onDidChange(showItems)),
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
  openForm(connection: Connection, place: FormPlace = 'name', failure?: unknown): void {
    const saved = findConnection(connection.id);
    const base = saved === undefined ? emptyDraft : draftOf(saved);
    const wanted = draftOf(connection);
    const changed = draftFields.filter((field) => wanted[field] !== base[field]);
    const test =
      failure === undefined ? undefined : failedTest(failure, connection, this.#services.redactor);
    const ref = idRef(connection.id);
    const change = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
    const form = { kind: 'form', ref, base, change, place, test } as const;
    this.#formsToOpen = [...this.#formsToOpen, form];
    if (this.#tab?.visible === true) {
      this.#openForms();
    }
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
        if (message.kind === 'ready') {
          this.#openForms();
        }
      }
    });
    tab.onDidDispose(() => {
      this.#tab = undefined;
    });
    showPage(tab.webview, this.#extensionUri, 'connections');
    return tab;
  }

  #openForms(): void {
    this.#formsToOpen.forEach((form) => this.#post(form));
    this.#formsToOpen = [];
  }

  #post(message: HostToConnectionsPage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview, not a window
    void this.#tab?.webview.postMessage(message);
  }
}
