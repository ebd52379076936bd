import * as vscode from 'vscode';
import { allConnections, unusableConnections } from './connectionSettings.ts';
import type { Connection, UnusableConnection } from './connection.ts';
import { labelText } from '../base/safeText.ts';
import { shownAddress } from './shownAddress.ts';

interface ConnectionItem extends vscode.QuickPickItem {
  readonly pick?: Connection | 'connect' | 'useLocalServer' | 'manageConnections';
}

/** Lets the user choose a connection or a way to add one; `undefined` if the user closes the picker. */
export async function pickConnection(
  currentId: string | undefined,
): Promise<ConnectionItem['pick']> {
  const items: readonly ConnectionItem[] = [
    ...allConnections().map((connection) => connectionItem(connection, currentId)),
    ...unusableConnections().map(unusableItem),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(add) ${vscode.l10n.t('Connect to a Service…')}`, pick: 'connect' },
    {
      label: `$(server) ${vscode.l10n.t('Use a Server on This Computer…')}`,
      pick: 'useLocalServer',
    },
    { label: `$(gear) ${vscode.l10n.t('Manage Connections')}`, pick: 'manageConnections' },
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Connection'),
    placeHolder: vscode.l10n.t('Choose the connection that messages are sent to'),
    matchOnDescription: true,
  });
  return item?.pick;
}

function unusableItem({ name, problem }: UnusableConnection): ConnectionItem {
  return {
    pick: 'manageConnections',
    label: `$(warning) ${labelText(name)}`,
    description: labelText(problem),
  };
}

function connectionItem(connection: Connection, currentId: string | undefined): ConnectionItem {
  const isCurrent = connection.id === currentId;
  return {
    pick: connection,
    label: isCurrent ? `$(check) ${labelText(connection.name)}` : labelText(connection.name),
    description: shownAddress(connection.baseUrl),
  };
}
