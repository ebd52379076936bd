import * as vscode from 'vscode';
import { setDisplayLanguage } from '../shared/language.ts';
import { commandIds, runCommand } from './base/commands.ts';
import { messageOf } from './base/errorMessage.ts';
import {
  createSideBarProvider,
  hasSecondarySideBar,
  openSideBar,
  viewIds,
} from './panel/sideBar.ts';
import { type Parley, startParley } from './parley.ts';

let started: Promise<Parley> | undefined;

/**
 * Called by VS Code when the user opens the view or runs a command. Sends no request. VS Code loads the page of
 * the panel while Parley starts; the command `parley.open` shows the view at once, all others wait for the start.
 * Returns the parts to Parley's own tests in an extension host, and undefined otherwise.
 */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<(Parley & { readonly context: vscode.ExtensionContext }) | undefined> {
  setDisplayLanguage({ tag: vscode.env.language, translations: vscode.l10n.bundle });
  // VS Code can ask for the view while the parts are made.
  const parley = new Promise<void>((resolve) => setTimeout(resolve)).then(async () =>
    startParley(context),
  );
  started = parley;
  parley.catch(showFailure);
  const provider = createSideBarProvider(
    context.extensionUri,
    async () => (await parley).panels.sideBar,
  );
  void vscode.commands.executeCommand(
    'setContext',
    'parley.withoutSecondarySideBar',
    !hasSecondarySideBar(vscode.version),
  );
  context.subscriptions.push(
    ...viewIds.map((id) => vscode.window.registerWebviewViewProvider(id, provider)),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(
        id,
        // Opening the view need not wait: it leads to the page that is shown meanwhile.
        id === 'parley.open'
          ? (...args: unknown[]) => runCommand(openSideBar, args, () => undefined)
          : async (...args: unknown[]) => {
              const { commands, services } = await parley;
              return runCommand(commands[id], args, () =>
                services.log.warn(`${id} does not understand its arguments; nothing was done.`),
              );
            },
      ),
    ),
  );
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...(await parley), context } : undefined;
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  const parley = await started?.catch(() => undefined);
  await parley?.end();
}

function showFailure(error: unknown): void {
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Parley could not be started: {0}', messageOf(error)),
  );
}
