import * as vscode from 'vscode';
import {
  type HostToConnectionsPage,
  isConnectionsPageToHost,
  type OpenForm,
} from '../../shared/connectionsPage/protocol.ts';
import { handleCommand } from '../base/commands.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Redactor } from '../base/log.ts';
import { storedConnections } from '../connections/connectionSettings.ts';
import { panelHtml } from '../base/webviewPage.ts';
import { connectionItems } from './connectionItems.ts';
import { ConnectionsPageActions, type PageLink, type PageServices } from './pageActions.ts';

/**
 * The page on which connections are managed, one tab in the editor area. Opening it asks no
 * service.
 */
export class ConnectionsPage implements vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #services: PageServices;
  readonly #redactor: Redactor;
  readonly #changes: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  /** What was typed and not saved; in memory only. */
  #forms: readonly OpenForm[] = [];
  /** How often the items were asked for: an answer that was overtaken is not shown. */
  #asked = 0;

  constructor(extensionUri: vscode.Uri, services: PageServices, redactor: Redactor) {
    this.#extensionUri = extensionUri;
    this.#services = services;
    this.#redactor = redactor;
    const { keys } = services;
    this.#changes = vscode.Disposable.from(
      keys.onDidChange(async () => this.#showItems()),
      vscode.workspace.onDidChangeConfiguration(async (event) => {
        if (event.affectsConfiguration('parley.connections')) {
          await this.#showItems();
        }
      }),
    );
  }

  /** Shows the page, or brings it to the front. */
  open(): void {
    if (this.#panel === undefined) {
      this.#panel = this.#create();
    } else {
      this.#panel.reveal();
    }
  }

  dispose(): void {
    this.#changes.dispose();
    this.#panel?.dispose();
  }

  #create(): vscode.WebviewPanel {
    const extensionUri = this.#extensionUri;
    const panel = vscode.window.createWebviewPanel(
      'parley.connections',
      vscode.l10n.t('Connections'),
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')],
      },
    );
    const closed = new AbortController();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    const post: PageLink['post'] = (message) => void panel.webview.postMessage(message);
    const page: PageLink = {
      post,
      keepForms: (forms) => (this.#forms = forms),
      reopenForms: () => this.#forms.length > 0 && post({ kind: 'openForms', forms: this.#forms }),
      showItems: async () => this.#showItems(),
      closed: closed.signal,
    };
    const actions = new ConnectionsPageActions(this.#services, this.#redactor, page);
    panel.webview.onDidReceiveMessage(async (message: unknown) => {
      if (isConnectionsPageToHost(message)) {
        await actions.carryOut(message).catch((error: unknown) => {
          page.post({ kind: 'failed', text: messageOf(error) });
        });
      }
    });
    panel.onDidDispose(() => {
      closed.abort();
      this.#panel = undefined;
    });
    panel.webview.html = panelHtml(panel.webview, extensionUri, 'connections');
    return panel;
  }

  /** A page that is hidden has no listener; it says `ready` when it is shown again. */
  async #showItems(): Promise<void> {
    const panel = this.#panel;
    if (panel?.visible === true) {
      this.#asked += 1;
      const asked = this.#asked;
      const items = await connectionItems(storedConnections(), this.#services.keys);
      if (asked !== this.#asked) {
        return;
      }
      const message: HostToConnectionsPage = { kind: 'connections', items };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
      await panel.webview.postMessage(message);
    }
  }
}

/** What the page needs, and where it comes from. */
interface RegisteredServices extends PageServices {
  readonly redactor: Redactor;
}

/** Registers the command that opens the page of connections, which is made the first time. */
export function registerConnectionsPage(
  extensionUri: vscode.Uri,
  services: RegisteredServices,
): vscode.Disposable {
  let page: ConnectionsPage | undefined;
  return vscode.Disposable.from(
    handleCommand('parley.manageConnections', () => {
      page ??= new ConnectionsPage(extensionUri, services, services.redactor);
      page.open();
    }),
    { dispose: () => page?.dispose() },
  );
}
