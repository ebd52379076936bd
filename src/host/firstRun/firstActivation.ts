import type * as vscode from 'vscode';

const stateKey = 'parley.hasBeenShown';

/** Calls `show` the first time that Parley is active in this installation of VS Code, and never again. */
export async function showOnFirstActivation(
  state: Pick<vscode.Memento, 'get' | 'update'>,
  show: () => Promise<void>,
): Promise<void> {
  if (state.get(stateKey) !== true) {
    await state.update(stateKey, true);
    await show();
  }
}
