import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/placeEdit.ts';

/** Adds the changes of hunks to an edit. */
export function addHunks(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  hunks: readonly Pick<LineHunk, 'splice'>[],
): void {
  for (const { splice } of hunks) {
    const [start, end] = [document.positionAt(splice.start), document.positionAt(splice.end)];
    edit.replace(document.uri, new vscode.Range(start, end), splice.text);
  }
}

/** Adds to an edit that whole lines are deleted. */
export function addDeletion(
  edit: vscode.WorkspaceEdit,
  document: vscode.TextDocument,
  { from, to }: LineRange,
): void {
  // The last line has no line break, so that the one before it goes.
  const isLast = to >= document.lineCount && from > 0;
  const start = isLast ? document.lineAt(from - 1).range.end : new vscode.Position(from, 0);
  const range = document.validateRange(new vscode.Range(start, new vscode.Position(to, 0)));
  edit.delete(document.uri, range);
}
