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
  const selected = editor?.document.getText(editor.selection) ?? '';
  const text = selected === '' ? await vscode.env.clipboard.readText() : selected;
  if (text === '') {
    tell(vscode.l10n.t('Select or copy the code to compare first.'));
    return;
  }
  // Go to File lists the right side of each diff by its path. Without one, nothing that is typed there finds it.
  const [left, right] = [proposals.add('', text, true), proposals.add('', code, true)];
  if (editor !== undefined && selected !== '') {
    await setLanguage([left, right], editor.document.languageId);
  }
  const name = selected === '' ? vscode.l10n.t('Clipboard') : vscode.l10n.t('Selection');
  await showDiff(left, right, name);
}

/** Shows the difference between a file and `code`, to be read only. */
export async function compareWithFile(
  uri: vscode.Uri,
  code: string,
  proposals: Proposals,
): Promise<void> {
  const name = visibleText(uri.path.slice(uri.path.lastIndexOf('/') + 1));
  await showDiff(uri, proposals.add(proposalPath(uri), code, true), name);
}

async function showDiff(left: vscode.Uri, right: vscode.Uri, name: string): Promise<void> {
  const title = vscode.l10n.t('{0} ↔ Code Block', name);
  await vscode.commands.executeCommand('vscode.diff', left, right, title);
}
