import * as vscode from 'vscode';
import { messageOf } from './base/errorMessage.ts';
import type { Log } from './base/log.ts';
import { loadInstructions, loadPrompts } from './bundles.ts';
import type { Contexts } from './context/contexts.ts';
import { startInstructions } from './instructions/startInstructions.ts';
import type { Models } from './models/models.ts';
import type { Panel } from './panel/panel.ts';
import type { Prompts } from './prompts/createPrompts.ts';
import { startPrompts } from './prompts/startPrompts.ts';

/** What prompts and instructions need of the rest of Parley. */
interface PromptingServices {
  readonly contexts: Contexts;
  readonly models: Models;
  /** Called when a panel is needed. */
  readonly panels: () => { readonly active: Panel; readonly settingsChanged: () => void };
  readonly log: Log;
}

/** Prompt files, and the instructions of new chats. Nothing of them is loaded before it is needed. */
export function createPrompting(
  { globalStorageUri, workspaceState, extensionUri, subscriptions }: vscode.ExtensionContext,
  { contexts, models, panels, log }: PromptingServices,
) {
  const onError = (error: unknown): void => log.error(messageOf(error));
  const attach: Awaited<ReturnType<Contexts>>['attach'] = async (picked) =>
    (await contexts()).attach(picked);
  const folders = {
    own: vscode.Uri.joinPath(globalStorageUri, 'prompts'),
    // Beside the folder in which VS Code has those of the extensions.
    vscodes: vscode.Uri.joinPath(globalStorageUri, '..', '..', 'prompts'),
  };
  const make = async (): Promise<Prompts> =>
    (await loadPrompts(extensionUri))({
      folders,
      models,
      contexts: {
        attach,
        addFile: async (uri) => (await contexts()).add([uri], true),
        async pick(name) {
          const registry = await contexts();
          const isOffered = registry.offered().some((source) => source.name === name);
          return isOffered ? registry.pick(name) : 'missing';
        },
      },
    });
  const prompts = startPrompts(make, () => panels().active, onError);
  const instructions = startInstructions(
    async () =>
      (await loadInstructions(extensionUri))({
        memory: workspaceState,
        attach,
        onChange: () => panels().settingsChanged(),
      }),
    onError,
  );
  subscriptions.push(prompts.subscription, instructions.subscription);
  return {
    commands: { ...prompts.commands, ...instructions.commands },
    intents: { ...prompts.intents, answerInstructions: instructions.answer },
    instructionsOf: instructions.of,
  };
}
