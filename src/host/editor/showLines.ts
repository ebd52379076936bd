import * as vscode from 'vscode';
import { cellOf } from './codePlace.ts';

/** Shows lines of a file, the last one not included. Of a cell, whose lines cannot be shown from outside, all is shown. */
export async function showLines(
  uri: vscode.Uri,
  { from, to }: { readonly from: number; readonly to: number },
  options: vscode.TextDocumentShowOptions,
): Promise<void> {
  const cell = cellOf(uri);
  if (cell !== undefined) {
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(cell.notebook, { ...options, selections });
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const selection = document.validateRange(new vscode.Range(from, 0, to, 0));
  await vscode.window.showTextDocument(document, { ...options, selection });
}
