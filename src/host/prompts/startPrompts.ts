import * as vscode from 'vscode';
import { isPromptFile } from '../../promptFiles/promptName.ts';
import { isObjectOf, isString } from '../../shared/guards.ts';
import type { FoundPrompt } from '../../shared/panel/panelProtocol.ts';
import { type Command, isMenuContext, isNone } from '../base/commands.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { Prompts, SelectionPrompts } from './createPrompts.ts';
import type { OwnFolders } from './promptFolders.ts';
import type { PromptPanel } from './runPrompt.ts';

const isNamed = isObjectOf({ name: isString });
const isTexted = isObjectOf({ text: isString });

/** The commands and intents about prompts. What carries them out is loaded when it is first needed. */
export function startPrompts(
  make: () => Promise<Prompts>,
  panels: { readonly active: PromptPanel },
  onError: (error: unknown) => void,
) {
  let made: Prompts | undefined;
  const load = loadOnce(async () => (made = await make()));
  const reading = async <T>(read: (prompts: Prompts) => Promise<T>, none: T): Promise<T> => {
    try {
      return await read(await load());
    } catch (error) {
      onError(error);
      return none;
    }
  };
  const run = (name?: string) => async () => (await load()).run(name, panels.active);
  return {
    commands: {
      'parley.runPrompt': {
        // A keybinding can pass the name of a prompt, or say that the one of the active editor is meant.
        read(args) {
          const [given, ...others] = args;
          if (isNone(others) && isNamed(given)) {
            return run(given.name);
          }
          const isFile = given instanceof vscode.Uri && isPromptFile(given.path);
          const file = isFile ? given : undefined;
          if (isMenuContext(args) ? isFile : given === 'file' && isNone(others)) {
            return async () => (await load()).runFile(file, panels.active);
          }
          return isMenuContext(args) ? run() : undefined;
        },
      },
      'parley.newPrompt': {
        // A message that is saved passes its text.
        read: ([given, ...others]) =>
          isTexted(given) && isNone(others)
            ? async () => (await load()).create(given.text)
            : isNone([given, ...others])
              ? async () => (await load()).create()
              : undefined,
      },
    } satisfies Record<string, Command>,
    intents: {
      find: async (): Promise<readonly FoundPrompt[]> => reading(async ({ find }) => find(), []),
      aboutSelection: async (): Promise<SelectionPrompts> =>
        reading(async ({ aboutSelection }) => aboutSelection(), { named: [], hasOthers: false }),
      run: async (id: string, given: PromptPanel) => (await load()).run(id, given),
      useSuggestion: async (id: string) => (await load()).useSuggestion(id),
    },
    subscription: vscode.Disposable.from(helpEditing(load, onError), {
      dispose: () => made?.dispose(),
    }),
  };
}

/** Where the user's prompts are, in the storage of Parley and in that of VS Code. */
export function promptFolders(globalStorageUri: vscode.Uri): OwnFolders {
  return {
    own: vscode.Uri.joinPath(globalStorageUri, 'prompts'),
    // Beside the folder in which VS Code has those of the extensions.
    vscodes: vscode.Uri.joinPath(globalStorageUri, '..', '..', 'prompts'),
  };
}

/** Completes prompt files in editors and shows their problems. */
function helpEditing(
  load: () => Promise<Prompts>,
  onError: (error: unknown) => void,
): vscode.Disposable {
  const check = ({ uri }: vscode.TextDocument): void => {
    if (isPromptFile(uri.path)) {
      opened.dispose();
      load().then((prompts) => prompts.check(), onError);
    }
  };
  const opened = vscode.workspace.onDidOpenTextDocument(check);
  vscode.workspace.textDocuments.forEach(check);
  const completion = vscode.languages.registerCompletionItemProvider(
    { pattern: '**/*.prompt.md' },
    {
      provideCompletionItems: async (document, position) => [
        ...(await load()).complete(document, position),
      ],
    },
    '$',
    '{',
  );
  return vscode.Disposable.from(opened, completion);
}
