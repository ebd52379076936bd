import type * as vscode from 'vscode';

/**
 * Calls `take` with the row that Enter chooses in a list whose rows are replaced while the user types.
 * A row that was replaced while Enter was on its way is nobody's: then the first of the new ones is meant.
 */
export function onAccepted<T extends vscode.QuickPickItem>(
  quickPick: vscode.QuickPick<T>,
  take: (item: T) => void,
): void {
  let isWaiting = false;
  const accept = (item: T | undefined): void => {
    isWaiting = item === undefined;
    if (item !== undefined) {
      take(item);
    }
  };
  quickPick.onDidAccept(() => accept(quickPick.selectedItems[0] ?? quickPick.activeItems[0]));
  quickPick.onDidChangeActive(([item]) => isWaiting && accept(item));
  quickPick.onDidChangeValue(() => (isWaiting = false));
}
