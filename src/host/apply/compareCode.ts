import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { proposalPath, type Proposals } from '../review/proposals.ts';
import { setLanguage } from '../review/showFiles.ts';

/** Shows the difference between `code` and what is selected in the active editor, else the text of the clipboard. */
export async function compareCode(
  code: string,
  proposals: Proposals,
  tell: (text: string) => void,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined || editor.selection.isEmpty) {
    const copied = await vscode.env.clipboard.readText();
    if (copied === '') {
      tell(vscode.l10n.t('Select or copy the code to compare first.'));
    } else {
      const title = vscode.l10n.t('{0} ↔ Code Block', vscode.l10n.t('Clipboard'));
      await showDiff(...sidesOf(copied, code, proposals), title);
    }
    return;
  }
  const { document, selection } = editor;
  const sides = sidesOf(document.getText(selection), code, proposals);
  await setLanguage(sides, document.languageId);
  await showDiff(...sides, vscode.l10n.t('{0} ↔ Code Block', vscode.l10n.t('Selection')));
}

/** Shows the difference between a file and `code`, to be read only. */
export async function compareWithFile(
  uri: vscode.Uri,
  code: string,
  proposals: Proposals,
): Promise<void> {
  const name = visibleText(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  const right = proposals.add(proposalPath(uri), code, true);
  await showDiff(uri, right, vscode.l10n.t('{0} ↔ Code Block', name));
}

/** Go to File lists the right side of each diff by its path. Without one, nothing that is typed there finds it. */
function sidesOf(left: string, right: string, proposals: Proposals) {
  return [proposals.add('', left, true), proposals.add('', right, true)] as const;
}

async function showDiff(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
}
