import * as vscode from 'vscode';
import { isPromptFile, promptName } from '../../promptFiles/promptName.ts';
import type { FoundPrompt } from '../../shared/panel/panelProtocol.ts';
import { notificationText } from '../base/safeText.ts';
import type { Contexts } from '../context/registry/contextRegistry.ts';
import type { Models } from '../models/models.ts';
import { createPrompt } from './createPrompt.ts';
import { pickPrompt } from './pickPrompt.ts';
import type { OwnFolders } from './promptFolders.ts';
import { checkPromptFiles, completePromptFile } from './promptLanguage.ts';
import { createPromptList, type Prompt } from './promptList.ts';
import { type PromptPanel, runPrompt } from './runPrompt.ts';
import type { Suggestion } from './suggestion.ts';

/** The lightbulb names no more prompts than these. */
const maxNamed = 8;

type UsedPrompt = Pick<Prompt, 'uri' | 'name'>;

/** What prompts need of the rest of Parley. */
interface PromptServices {
  readonly folders: OwnFolders;
  readonly models: Models;
  readonly contexts: Contexts;
}

/** What the lightbulb of a selection offers. */
export interface SelectionPrompts {
  readonly named: readonly Pick<FoundPrompt, 'id' | 'name'>[];
  readonly hasOthers: boolean;
}

/** What the rest of Parley uses of prompt files. */
export type Prompts = ReturnType<typeof createPrompts>;

/** Prompt files: they are found, filled in, created and checked. Nothing of this sends anything. For a bundle of its own. */
export function createPrompts({ folders, models, contexts }: PromptServices) {
  const services = { models, contexts };
  const list = createPromptList(folders);
  let checks: vscode.Disposable | undefined;
  /** What the user was offered, by the IDs of the prompts. The panel can name nothing else. */
  const suggestions = new Map<string, NonNullable<Suggestion['use']>>();
  const create = async (message = newPromptText()): Promise<void> =>
    createPrompt(folders, vscode.l10n.t('New Prompt'), message);
  const run = async (prompt: UsedPrompt, panel: PromptPanel): Promise<void> => {
    const use = await runPrompt(prompt, panel, list, services);
    if (use !== undefined) {
      suggestions.set(prompt.uri.toString(), use);
    }
  };
  return {
    /** For the list after `/`. */
    find: async (): Promise<readonly FoundPrompt[]> =>
      (await list.all()).map(({ id, name, description, place }) => ({
        id,
        name,
        description,
        place,
      })),
    /** Those that have a variable for the selection, and whether there are others. */
    aboutSelection: async () => aboutSelection(await list.recent()),
    /** Puts the prompt with this ID or name into the input box. Without one, the user chooses. */
    async run(wanted: string | undefined, panel: PromptPanel): Promise<void> {
      if (wanted === undefined) {
        const picked = await pickPrompt(list.all);
        if (picked === 'new') {
          await create();
        } else if (picked === 'folder') {
          await openFolder(folders.own);
        } else if (picked !== undefined) {
          await run(picked, panel);
        }
        return;
      }
      // A prompt of the user comes before one of the workspace with the same name.
      const all = await list.all();
      const prompt =
        all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === promptName(wanted));
      await (prompt === undefined ? sayMissing(wanted) : run(prompt, panel));
    },
    /** The same for the prompt file of an editor; without one, of the active editor. */
    async runFile(given: vscode.Uri | undefined, panel: PromptPanel): Promise<void> {
      const uri = given ?? vscode.window.activeTextEditor?.document.uri;
      if (uri === undefined || !isPromptFile(uri.path)) {
        void vscode.window.showInformationMessage(vscode.l10n.t('Open a prompt file first.'));
        return;
      }
      const name = promptName(uri.path.slice(uri.path.lastIndexOf('/') + 1));
      await run({ uri, name }, panel);
    },
    /** Uses what the prompt with this ID has suggested last. */
    useSuggestion: async (id: string) => suggestions.get(id)?.(),
    /** Creates a prompt file; with the text of a message, that is what it says. */
    create,
    complete: completePromptFile,
    /** Shows the problems of the prompt files that are open, from now on. */
    check(): void {
      checks ??= checkPromptFiles();
    },
    dispose() {
      list.dispose();
      checks?.dispose();
    },
  };
}

function aboutSelection(prompts: readonly Prompt[]): SelectionPrompts {
  const named = prompts.filter(({ isAboutSelection }) => isAboutSelection).slice(0, maxNamed);
  return {
    named: named.map(({ id, name }) => ({ id, name })),
    hasOthers: prompts.length > named.length,
  };
}

/** Shows a folder in the file manager or, where the user has none for it, in a window of its own. */
async function openFolder(folder: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(folder);
  const isLocal =
    vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  await (isLocal
    ? vscode.commands.executeCommand('revealFileInOS', folder)
    : vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow: true }));
}

/** What a new prompt says until it is edited. The variables are names and not translated. */
function newPromptText(): string {
  return vscode.l10n.t('Describe the task here, for example: Explain {0}.', '${selection}');
}

async function sayMissing(name: string): Promise<void> {
  const run = vscode.l10n.t('Run Prompt…');
  const shown = notificationText(name.slice(0, 100));
  const words = vscode.l10n.t('There is no prompt “{0}”.', shown);
  if ((await vscode.window.showInformationMessage(words, run)) === run) {
    await vscode.commands.executeCommand('parley.runPrompt');
  }
}
