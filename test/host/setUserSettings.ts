import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/**
 * Has VS Code keep these settings of Parley for the user, and no longer those that are undefined. To write one takes it a
 * tenth of a second: those that it has already are not written again.
 */
export async function setUserSettings(values: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('parley');
  for (const [name, value] of Object.entries(values)) {
    if (!has(name, value)) {
      await settings.update(name, value, vscode.ConfigurationTarget.Global);
      await until('VS Code has read the setting', () => has(name, value));
    }
  }
}

function has(name: string, value: unknown): boolean {
  const kept = vscode.workspace.getConfiguration('parley').inspect(name)?.globalValue;
  return isDeepStrictEqual(kept, value);
}
