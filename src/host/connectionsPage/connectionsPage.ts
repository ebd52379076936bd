import * as vscode from 'vscode';
import {
  type ConnectionsPageToHost,
  type FormPlace,
  type HostToConnectionsPage,
  isConnectionsPageToHost,
  type OpenForm,
} from '../../shared/connectionsPage/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import { showPage } from '../base/webviewPage.ts';
import type { Connection } from '../connections/connection.ts';
import { draftOf } from '../connections/connectionDraft.ts';
import { findConnection, idRef, storedConnections } from '../connections/connectionSettings.ts';
import { connectionItems } from './connectionItems.ts';
import { failedTest, PageActions, type PageServices } from './pageActions.ts';

type FormToOpen = Extract<HostToConnectionsPage, { readonly kind: 'newForm' | 'editForm' }>;

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
  readonly #changes: vscode.Disposable;
  #tab: vscode.WebviewPanel | undefined;
  /** The open forms with unsaved input, for the next time the page is opened; in memory only. */
  #forms: readonly OpenForm[] = [];
  /** The forms that the page is to open as soon as it is there. */
  #formsToOpen: readonly FormToOpen[] = [];
  /** Counts the calls of `#showItems`, of which only the last may post its result. */
  #calls = 0;

  constructor(extensionUri: vscode.Uri, services: PageServices) {
    this.#extensionUri = extensionUri;
    this.#services = services;
    this.#changes = vscode.Disposable.from(
      services.keys.onDidChange(async () => this.#showItems()),
      ...services.chats.onDidChange.map((onDidChange) =>
        onDidChange(async () => this.#showItems()),
      ),
      vscode.workspace.onDidChangeConfiguration(async (event) => {
        if (event.affectsConfiguration('parley.connections')) {
          await this.#showItems();
        }
      }),
    );
  }

  /**
   * Opens the tab with the form of a connection, saved or not, that is to have these fields, at one of them, and with the
   * failure of the request for its model list.
   */
  openNew(connection: Connection, place: FormPlace = 'name', failure?: unknown): void {
    const test =
      failure === undefined ? undefined : failedTest(failure, connection, this.#services.redactor);
    const { id } = connection;
    const ref = findConnection(id) === undefined ? undefined : idRef(id);
    this.#openForm({ kind: 'newForm', ref, draft: draftOf(connection), place, test });
  }

  /** Opens the tab with the form of a connection, which need not be saved yet. */
  edit(connection: Connection): void {
    if (findConnection(connection.id) === undefined) {
      this.openNew(connection);
    } else {
      this.#openForm({ kind: 'editForm', ref: idRef(connection.id) });
    }
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
    const closed = new AbortController();
    const actions = new PageActions(this.#services, {
      // What was asked for by a page that is closed must not reach the next one.
      post: (message) => !closed.signal.aborted && this.#post(message),
      showItems: async () => this.#showItems(),
      closed: closed.signal,
    });
    tab.webview.onDidReceiveMessage(async (message: unknown) => {
      if (isConnectionsPageToHost(message)) {
        await this.#receive(message, actions).catch((error: unknown) => {
          this.#post({ kind: 'failed', text: messageOf(error) });
        });
      }
    });
    tab.onDidDispose(() => {
      closed.abort();
      this.#tab = undefined;
    });
    showPage(tab.webview, this.#extensionUri, 'connections');
    return tab;
  }

  async #receive(message: ConnectionsPageToHost, actions: PageActions): Promise<void> {
    if (message.kind === 'openForms') {
      this.#forms = message.forms;
      return;
    }
    if (message.kind === 'ready' && this.#forms.length > 0) {
      this.#post({ kind: 'openForms', forms: this.#forms });
    }
    await actions.carryOut(message);
    if (message.kind === 'ready') {
      this.#openForms();
    }
  }

  #openForm(form: FormToOpen): void {
    this.#formsToOpen = [...this.#formsToOpen, form];
    if (this.#tab?.visible === true) {
      this.#openForms();
    }
    this.open();
  }

  #openForms(): void {
    for (const form of this.#formsToOpen) {
      this.#post(form);
    }
    this.#formsToOpen = [];
  }

  async #showItems(): Promise<void> {
    // The page of a hidden tab is unloaded. It posts `ready` when the tab is shown again.
    if (this.#tab?.visible === true) {
      this.#calls += 1;
      const call = this.#calls;
      const { keys, models, chats } = this.#services;
      const items = await connectionItems(storedConnections(), keys, models.catalogue);
      if (call === this.#calls) {
        const id = chats.inUse();
        this.#post({ kind: 'connections', items, inUse: id && idRef(id) });
      }
    }
  }

  #post(message: HostToConnectionsPage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview, not a window
    void this.#tab?.webview.postMessage(message);
  }
}
