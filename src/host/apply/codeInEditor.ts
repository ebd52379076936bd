import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { encodingProblem } from '../editor/writableFile.ts';
import { proposalPath, type Proposals } from '../review/proposals.ts';
import { setLanguage } from '../review/showFiles.ts';

type Tell = (text: string, severity?: 'info' | 'warning') => void;

/**
 * Inserts `code` at each cursor of the active editor, else of a visible one, in place of what is selected there, as one step
 * to undo.
 */
export async function insertAtCursor(code: string, tell: Tell): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (editor === undefined) {
    tell(vscode.l10n.t('Open the file in which to insert the code.'));
    return;
  }
  const problem = await encodingProblem(code, editor.document);
  if (problem !== undefined) {
    tell(problem, 'warning');
    return;
  }
  const before = editor.document.version;
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, code);
    }
  });
  if (!isDone || editor.document.version === before) {
    tell(vscode.l10n.t('The file cannot be edited.'), 'warning');
    return;
  }
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}

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
