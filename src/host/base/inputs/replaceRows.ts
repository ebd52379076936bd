import * as vscode from 'vscode';

/**
 * Replaces the rows of a list. VS Code tells rows by their places alone, so that Enter on a row that was replaced while
 * the event was on its way would be for another one. So no place is used twice: the new rows come after those before,
 * which stay as separators without a text. VS Code does not show these, and they say what was accepted.
 */
export function replaceRows<T extends vscode.QuickPickItem>(
  list: vscode.QuickPick<T>,
  rows: readonly T[],
): void {
  const kind = vscode.QuickPickItemKind.Separator;
  list.items = [...list.items.map((row) => ({ ...row, label: '', kind })), ...rows];
}
