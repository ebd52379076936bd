import * as vscode from 'vscode';
import type { Rewrite } from './rewrite.ts';

/** The group of an editor; that of a notebook for one of its cells. */
export function columnOf(editor: vscode.TextEditor): vscode.ViewColumn | undefined {
  return editor.viewColumn ?? vscode.window.tabGroups.activeTabGroup.viewColumn;
}

/** Where the rewritten code is now. */
export function codeIn(document: vscode.TextDocument, { code: { range } }: Rewrite): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

/** Shows the place in its file. A cell is in a notebook, which is shown again once the diff is closed. */
export async function reveal(
  document: vscode.TextDocument,
  range: vscode.Range,
  viewColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  if (document.uri.scheme !== 'vscode-notebook-cell') {
    await vscode.window.showTextDocument(document, {
      selection: range,
      ...(viewColumn === undefined ? {} : { viewColumn }),
    });
  }
}
