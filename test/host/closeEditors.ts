import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/**
 * Closes all editors and discards what is not saved. The command is about the editor in front, which on a busy computer
 * may be another one than the test has just shown: then it is asked again.
 */
export async function closeEditors(): Promise<void> {
  await until('all editors are closed', async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
  });
}
