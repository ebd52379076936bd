import * as vscode from 'vscode';
import { setDisplayLanguage } from '../../shared/language.ts';
import { contributedIds, isNone, runCommand, formerCommands } from '../base/commands.ts';
import { messageOf } from '../base/errorMessage.ts';
import { bundleFunction } from './bundleFunction.ts';
import { loadLanguageModels } from './bundles.ts';
import { showOnFirstActivation } from '../firstRun/firstActivation.ts';
import { LanguageModelProvider } from '../languageModels/languageModelProvider.ts';
import { openChatCommand, createSideBarProvider, openSideBar, viewId } from '../panel/sideBar.ts';
import type { Parley, startParley } from './parley.ts';

/** Everything but what VS Code can ask for at once. */
const loadParley = bundleFunction<typeof startParley>('startParley');

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
  const languageModels = new LanguageModelProvider(async () =>
    loadLanguageModels(context.extensionUri),
  );
  const parley = loadParley(context.extensionUri).then((start) => start(context, languageModels));
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
    ...Object.entries(formerCommands).map(([former, [id, ...args]]) =>
      vscode.commands.registerCommand(former, async (...given: unknown[]) =>
        vscode.commands.executeCommand(id, ...(isNone(given) ? args : given)),
      ),
    ),
  );
  registerCommands(context, parley, restored);
  showOnFirstActivation(context.globalState, openSideBar).catch(warn);
  const isTest = context.extensionMode === vscode.ExtensionMode.Test;
  return isTest ? { ...(await restored()), context } : undefined;
}

/** Called by VS Code before the extension host ends. */
export async function deactivate(): Promise<void> {
  const parley = await started?.catch(() => undefined);
  await parley?.end();
}

/** Registers what the manifest contributes at once, since VS Code can run it at once, and everything else once it is there. */
function registerCommands(
  { extension, subscriptions }: vscode.ExtensionContext,
  parley: Promise<Parley>,
  restored: () => Promise<Parley>,
): void {
  const register = (id: string): vscode.Disposable =>
    vscode.commands.registerCommand(id, async (...args: unknown[]) => {
      const { commands, services } = await restored();
      const command = commands[id];
      return (
        command &&
        runCommand(command, args, () =>
          services.log.warn(`${id} does not understand its arguments; nothing was done.`),
        )
      );
    });
  const contributed = contributedIds(extension.packageJSON);
  // Opening the view need not wait: it leads to the page that is shown meanwhile.
  const openId = 'parley.open';
  let open = openChatCommand(undefined);
  subscriptions.push(
    vscode.commands.registerCommand(openId, (...args: unknown[]) =>
      runCommand(open, args, () => undefined),
    ),
    ...contributed.filter((id) => id !== openId).map(register),
  );
  const registerOthers = async (): Promise<void> => {
    const { commands } = await parley;
    open = commands[openId];
    const others = Object.keys(commands).filter((id) => !contributed.includes(id));
    subscriptions.push(...others.map(register));
  };
  registerOthers().catch(() => {});
}

function showFailure(error: unknown): void {
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Parley could not be started: {0}', messageOf(error)),
  );
}
