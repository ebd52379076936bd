import * as vscode from 'vscode';
import { until } from '../support/until.ts';

/**
 * Closes all editors and discards what is not saved. The commands are about the group and the editor in front, which on a
 * busy computer may be others than the test has just shown: then they are asked again.
 */
export async function closeEditors(): Promise<void> {
  await until('all editors are closed', async () => {
    // Those that nothing is lost with at once, as each takes VS Code a tenth of a second otherwise.
    await vscode.commands.executeCommand('workbench.action.closeUnmodifiedEditors');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
      return false;
    }
    // VS Code shows a file that was changed without an editor only after a while, and would keep the change for the next test.
    const unsaved = vscode.workspace.textDocuments.find(
      ({ isDirty, uri }) => isDirty && uri.scheme === 'file',
    );
    if (unsaved !== undefined) {
      await vscode.window.showTextDocument(unsaved);
    }
    return unsaved === undefined;
  });
}
