import * as vscode from 'vscode';
import type { Connection } from '../../src/host/connections/connection.ts';
import {
  startScriptedService,
  type Script,
  type ScriptedService,
} from '../support/service/scriptedService.ts';
import { activated, type Activated } from './activated.ts';

/** Runs `test` with a scripted service that is the chosen connection, and takes it away afterwards. */
export async function withConnection(
  scripts: readonly Script[],
  test: (parley: Activated, service: ScriptedService) => Promise<void>,
  fields: Partial<Connection> = {},
): Promise<void> {
  const parley = await activated();
  const service = await startScriptedService(...scripts);
  const settings = vscode.workspace.getConfiguration('parley');
  const id = `scripted-${service.origin}`;
  const connection = { id, name: 'Scripted', baseUrl: service.origin, model: 'm1', ...fields };
  try {
    await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
    await parley.chat.target.choose(id, 'm1');
    await test(parley, service);
  } finally {
    parley.chat.session.stop();
    await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
    await service.close();
  }
}
