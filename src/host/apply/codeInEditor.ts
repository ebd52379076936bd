import * as vscode from 'vscode';
import { encodingProblem } from '../editor/writableFile.ts';

type Tell = (text: string, severity?: 'info' | 'warning') => void;

/** Inserts `code` at each cursor of the active editor, else of a visible one, as one step to undo. */
export async function insertAtCursor(code: string, tell: Tell): Promise<void> {
  await change(code, tell, ({ selections }, edit) => {
    for (const { active } of selections) {
      edit.insert(active, code);
    }
  });
}

/** Replaces the selections of the active editor, else of a visible one, by `code`, as one step to undo. */
export async function replaceSelection(code: string, tell: Tell): Promise<void> {
  const editor = currentEditor();
  if (editor !== undefined && editor.selections.every(({ isEmpty }) => isEmpty)) {
    tell(vscode.l10n.t('Nothing is selected in the editor.'));
    return;
  }
  await change(code, tell, ({ selections }, edit) => {
    for (const selection of selections) {
      edit.replace(selection, code);
    }
  });
}

function currentEditor(): vscode.TextEditor | undefined {
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}

async function change(
  code: string,
  tell: Tell,
  act: (editor: vscode.TextEditor, edit: vscode.TextEditorEdit) => void,
): Promise<void> {
  const editor = currentEditor();
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
  const isDone = await editor.edit((edit) => act(editor, edit));
  if (!isDone || editor.document.version === before) {
    tell(vscode.l10n.t('The file cannot be edited.'), 'warning');
    return;
  }
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}
