import * as vscode from 'vscode';
import { handleCommand } from './commandHandlers.ts';
import type { ConnectionsPage } from './connectionsPage.ts';
import type { PageServices } from './connectionsPageActions.ts';
import type { LoadLater } from './loadLater.ts';
import type { Redactor } from './redactor.ts';

/** What the page needs, and where it comes from. */
interface RegisteredServices extends PageServices {
  readonly redactor: Redactor;
  readonly later: LoadLater;
}

/** Registers the command that opens the page of connections, which is made the first time. */
export function registerConnectionsPage(
  extensionUri: vscode.Uri,
  services: RegisteredServices,
): vscode.Disposable {
  let page: ConnectionsPage | undefined;
  return vscode.Disposable.from(
    handleCommand('parley.manageConnections', async () => {
      const later = await services.later();
      page ??= new later.ConnectionsPage(extensionUri, services, services.redactor);
      page.open();
    }),
    { dispose: () => page?.dispose() },
  );
}
