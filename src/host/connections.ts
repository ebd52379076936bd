import * as vscode from 'vscode';
import { demoId, type Connection } from './connection.ts';
import { readConnections } from './settings.ts';

/** The embedded service as a connection; it is always there and never in the settings. */
export const demoConnection: Connection = {
  id: demoId,
  name: vscode.l10n.t('Demo (no network, no model)'),
  // A name that cannot exist (RFC 2606), should anything ever ask the network for it.
  baseUrl: 'https://demo.invalid/v1',
  model: 'demo-tour',
};

/** The user's connections in their order, then the demo. */
export function allConnections(): readonly Connection[] {
  return [...readConnections(), demoConnection];
}

/** The connection with this id, if it is still there. */
export function findConnection(id: string): Connection | undefined {
  return allConnections().find((connection) => connection.id === id);
}
