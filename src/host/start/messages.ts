import type * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import { loadOnce } from '../base/loadOnce.ts';
import { loadComposing } from './bundles.ts';
import { editorCommands, previewInEditor } from '../editorQuestions/commands.ts';
import { createLastQuestion } from '../editorQuestions/lastQuestion.ts';
import { provideCodeActions } from '../editorQuestions/lightbulb.ts';
import { recordShellCommands } from '../editorQuestions/terminal/shellCommands.ts';
import { createInstructions } from '../instructions/createInstructions.ts';
import { startInstructions } from '../instructions/startInstructions.ts';
import { addCode } from '../panel/addToChat.ts';
import type { Panels } from '../panel/panels.ts';
import { promptFolders, startPrompts } from '../prompts/startPrompts.ts';
import type { Services } from './windowServices.ts';

/**
 * What can be put into messages: context, questions about code, prompts and instructions. Nothing of it is loaded before
 * it is needed.
 */
export function startMessages(
  context: vscode.ExtensionContext,
  panels: Panels,
  { log, models, preview }: Pick<Services, 'log' | 'models' | 'preview'>,
) {
  const { globalState, workspaceState, globalStorageUri, subscriptions } = context;
  const onError = (error: unknown): void => log.error(messageOf(error));
  const shellCommands = recordShellCommands();
  const contexts = loadOnce(async () => {
    const registry = (await loadComposing('contextSources'))({ shellCommands });
    subscriptions.push(registry);
    return registry;
  });
  const prompts = startPrompts(
    async () =>
      (await loadComposing('createPrompts'))({
        folders: promptFolders(globalStorageUri),
        models,
        contexts,
      }),
    panels,
    onError,
  );
  const instructions = startInstructions(() =>
    createInstructions({
      memory: workspaceState,
      attach: async (picked) => (await contexts()).attach(picked),
      onChange: () => panels.settingsChanged(),
    }),
  );
  const lastQuestion = createLastQuestion();
  const questions = loadOnce(async () =>
    (await loadComposing('createEditorQuestions'))({
      lastQuestion,
      shellCommands,
      memory: globalState,
      add: async (items) => addCode(items, panels.active, contexts),
      send: async (message) => panels.active.chat.sender.send(message, panels.active.reveal),
      preview: async (message) => preview.show(message, panels.active.chat),
    }),
  );
  subscriptions.push(
    shellCommands,
    provideCodeActions(questions, lastQuestion, prompts.intents.aboutSelection),
    prompts.subscription,
    instructions.subscription,
  );
  return {
    contexts,
    lastQuestion,
    instructionsOf: instructions.of,
    prompts: { ...prompts.intents, answerInstructions: instructions.answer },
    commands: { ...editorCommands(questions), ...prompts.commands, ...instructions.commands },
    previewInEditor: previewInEditor(questions),
  };
}
