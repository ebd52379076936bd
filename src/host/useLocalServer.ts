import * as vscode from 'vscode';
import { connectionFor, type Connected } from './connectFlow.ts';
import { probeLocalServers, usualLocalServers, type FoundServer } from './localServers.ts';
import { saveConnection } from './settings.ts';

interface ServerItem extends vscode.QuickPickItem {
  readonly server: FoundServer;
}

/** Looks for servers at the usual ports and lets the user choose one of those that answer. */
export async function useLocalServer(): Promise<Connected | undefined> {
  const found = await probeWithProgress();
  if (found.length === 0) {
    await sayNoneFound();
    return undefined;
  }
  const items: readonly ServerItem[] = found.map((server) => ({
    server,
    label: server.name,
    description: server.baseUrl,
    detail: vscode.l10n.t('{0} models', server.models.length),
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Servers that answered'),
    placeHolder: vscode.l10n.t('Choose a server'),
  });
  if (item === undefined) {
    return undefined;
  }
  const { baseUrl, name, models } = item.server;
  const connection = connectionFor(baseUrl, name);
  await saveConnection(connection);
  return { connection, models };
}

async function probeWithProgress(): Promise<readonly FoundServer[]> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Looking for servers at the usual ports'),
      cancellable: true,
    },
    async (_progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return probeLocalServers(usualLocalServers, abort.signal);
    },
  );
}

async function sayNoneFound(): Promise<void> {
  const tried = usualLocalServers.map(({ name, baseUrl }) => `${name} (${baseUrl})`).join(', ');
  const connect = vscode.l10n.t('Connect to an address…');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('No server answered. Tried {0}. Start one, or connect to its address.', tried),
    connect,
  );
  if (answer === connect) {
    await vscode.commands.executeCommand('parley.connect');
  }
}
