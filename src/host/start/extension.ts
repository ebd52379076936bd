import * as vscode from 'vscode';
import { setDisplayLanguage } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import { registerCommands } from '../base/registerCommands.ts';
import { bundleFunctions } from '../base/bundleFunctions.ts';
import { showOnFirstActivation } from '../firstRun/firstActivation.ts';
import { LanguageModelProvider } from '../languageModels/languageModelProvider.ts';
import { createSideBarProvider, openChatCommand, openSideBar, viewId } from '../panel/sideBar.ts';
import type * as Start from './parley.ts';
import type { Parley } from './parley.ts';

/** Everything but what VS Code can ask for at once. */
const loadStart = bundleFunctions<typeof Start>('shared', 'startParley');

let started: Promise<Parley> | undefined;

/**
 * Called by VS Code once a window has started, or earlier when the user opens the view or runs a command. Sends
 * no request. Stored chats are read once the view is shown or a command is run. VS Code loads the page of the
 * panel meanwhile; the command `parley.open` shows the view at once, all others wait.
 * Returns the parts to Parley's own tests in an extension host, and undefined otherwise.
 */
export async function activate(
  context: vscode.ExtensionContext,
): Promise<(Parley & { readonly context: vscode.ExtensionContext }) | undefined> {
  setDisplayLanguage({ tag: vscode.env.language, translations: vscode.l10n.bundle });
  // VS Code can ask for the view while the parts are made.
  const languageModels = new LanguageModelProvider();
  const parley = loadStart('startParley').then((start) => start(context, languageModels));
  started = parley;
  parley.catch((error: unknown) => {
    languageModels.fail(error);
    showFailure(error);
  });
  const restored = async (): Promise<Parley> => {
    const parts = await parley;
    await parts.restore();
    return parts;
  };
  const warn = async (error: unknown): Promise<void> =>
    (await parley).services.log.warn(messageOf(error));
  const problem = languageModels.register();
  if (problem !== undefined) {
    // `showFailure` reports that Parley could not be started.
    warn(problem).catch(() => {});
  }
  const provider = createSideBarProvider(
    context.extensionUri,
    async () => (await restored()).panels.sideBar,
  );
  context.subscriptions.push(
    languageModels,
    vscode.window.registerWebviewViewProvider(viewId, provider),
  );
  registerCommands(context, {
    // It leads to the page that is shown meanwhile.
    early: { 'parley.open': openChatCommand(undefined) },
    made: parley.then(commandsOf),
    ready: async () => commandsOf(await restored()),
  });
  showOnFirstActivation(context.globalState, openSideBar).catch(warn);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...(await restored()), context } : undefined;
}

function commandsOf({ commands, services: { log } }: Parley) {
  return { commands, warn: (text: string) => log.warn(text) };
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
