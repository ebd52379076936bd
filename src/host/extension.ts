import * as vscode from 'vscode';
import { hasSecondarySideBar } from './sideBar.ts';
import { startParley, type Parley } from './parley.ts';

let parley: Parley | undefined;

/**
 * Called by VS Code when the user opens the view or runs a command; makes no request. Returns the
 * parts to Parley's own tests in an extension host, and nothing to anybody else.
 */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<(Parley & { readonly context: vscode.ExtensionContext }) | undefined> {
  void vscode.commands.executeCommand(
    'setContext',
    'parley.withoutSecondarySideBar',
    !hasSecondarySideBar(vscode.version),
  );
  parley = await startParley(context);
  return context.extensionMode === vscode.ExtensionMode.Test ? { ...parley, context } : undefined;
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  await parley?.end();
}
