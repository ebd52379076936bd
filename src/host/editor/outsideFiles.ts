import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';

/** Whether a file is in no folder of the workspace. */
export function isOutside(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined;
}

/** Asks the user whether files that are not in the workspace may be added; true if there are none. */
export async function mayReadOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const [first] = uris;
  if (first === undefined) {
    return true;
  }
  const add = vscode.l10n.t('Add');
  const count = formatNumber(uris.length);
  const words =
    uris.length === 1
      ? vscode.l10n.t('Add {0} to the chat? It is not in this workspace.', first.path)
      : plural(uris.length, {
          other: vscode.l10n.t('Add {0} files that are not in this workspace to the chat?', count),
        });
  const detail = uris.map(({ path }) => path).join('\n');
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, add)) === add;
}
