import * as vscode from 'vscode';
import { registerEntryCommands } from './entryCommands.ts';
import { createEntryPanel } from './entryPanel.ts';
import { messageOf } from './base/errorMessage.ts';
import { type Parley, startParley } from './parley.ts';
import { hasSecondarySideBar, viewIds } from './panel/sideBar.ts';

let started: Promise<Parley> | undefined;

/**
 * Called by VS Code when the user opens the view or runs a command; makes no request. The rest of
 * Parley is loaded while VS Code loads the page of the panel. Returns the parts to Parley's own tests
 * in an extension host, and nothing to anybody else.
 */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<(Parley & { readonly context: vscode.ExtensionContext }) | undefined> {
  const parley = startParley(context);
  started = parley;
  parley.catch(sayFailure);
  const panel = createEntryPanel(context.extensionUri, async () => (await parley).panels.sideBar);
  void vscode.commands.executeCommand(
    'setContext',
    'parley.withoutSecondarySideBar',
    !hasSecondarySideBar(vscode.version),
  );
  context.subscriptions.push(
    ...viewIds.map((id) => vscode.window.registerWebviewViewProvider(id, panel)),
    registerEntryCommands(context.extension, parley),
  );
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...(await parley), context } : undefined;
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  const parley = await started?.catch(() => undefined);
  await parley?.end();
}

function sayFailure(error: unknown): void {
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Parley could not be started: {0}', messageOf(error)),
  );
}
