import * as vscode from 'vscode';

/**
 * The active editor. Where no file is open, that of the output panel, which VS Code no longer calls active once the Command
 * Palette has the focus.
 */
export function activeEditor(): vscode.TextEditor | undefined {
  const { activeTextEditor, activeNotebookEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor === undefined && activeNotebookEditor === undefined
    ? visibleTextEditors.find(({ document }) => document.uri.scheme === 'output')
    : activeTextEditor;
}
