import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
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

/** The lines of a range, counted from 1. */
export function linesText({ start, end }: vscode.Range): string {
  const first = formatNumber(start.line + 1);
  return start.line === end.line
    ? vscode.l10n.t('line {0}', first)
    : vscode.l10n.t('lines {0}–{1}', first, formatNumber(end.line + 1));
}

/** Marks whole lines that Parley has something to say about. */
export function createLineMark(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    // High-contrast themes have no such background.
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}
