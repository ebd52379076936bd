import * as vscode from 'vscode';
import { encodingProblem } from '../editor/writableFile.ts';

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
