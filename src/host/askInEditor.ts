import * as vscode from 'vscode';
import type { ViewToHost } from '../shared/panel/panelProtocol.ts';
import { loadEditorQuestions } from './bundles.ts';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { Contexts } from './context/contexts.ts';
import type { EditorQuestions } from './editorQuestions/createEditorQuestions.ts';
import type { ActionRequest } from './editorQuestions/codeActions.ts';
import { editorCommands, previewInEditor } from './editorQuestions/commands.ts';
import { createLastQuestion, isCode } from './editorQuestions/lastQuestion.ts';
import { provideCodeActions } from './editorQuestions/lightbulb.ts';
import { recordShellCommands, type ShellCommands } from './editorQuestions/shellCommands.ts';
import { addCode } from './panel/addToChat.ts';
import type { Panels } from './panel/panels.ts';

/** The questions about code and terminals. */
export interface AskInEditor {
  readonly commands: ReturnType<typeof editorCommands>;
  readonly preview: ReturnType<typeof previewInEditor>;
  /** Remembers a question about code that is sent from an input box. */
  readonly rememberSent: (intent: ViewToHost) => void;
  readonly load: () => Promise<EditorQuestions>;
  readonly shellCommands: Pick<ShellCommands, 'all'>;
}

/** What is made after the questions. */
interface OtherParts {
  readonly panels: Panels;
  readonly contexts: Contexts;
  readonly prompts: { readonly aboutSelection: () => Promise<ActionRequest['prompts']> };
}

/** Asks in the panel that is used last then. What is asked is loaded with the first question. */
export function askInEditor(
  { extensionUri, globalState, subscriptions }: vscode.ExtensionContext,
  others: () => OtherParts,
  preview: RequestPreview,
): AskInEditor {
  const panels = (): Panels => others().panels;
  const lastQuestion = createLastQuestion();
  const shellCommands = recordShellCommands();
  let made: EditorQuestions | undefined;
  const load = async (): Promise<EditorQuestions> => {
    const create = await loadEditorQuestions(extensionUri);
    return (made ??= create({
      lastQuestion,
      shellCommands,
      memory: globalState,
      add: async (items) => addCode(items, panels().active, others().contexts),
      async send(message) {
        const panel = panels().active;
        await panel.chat.sender.send(message, panel.reveal);
      },
      preview: async (message) => preview.show(message, panels().active.chat),
    }));
  };
  subscriptions.push(
    shellCommands,
    provideCodeActions(load, lastQuestion, async () => others().prompts.aboutSelection()),
  );
  return {
    commands: editorCommands(load),
    preview: previewInEditor(load),
    rememberSent(intent) {
      if (intent.kind === 'send' && intent.context?.some(isCode)) {
        lastQuestion.remember(intent.text);
      }
    },
    load,
    shellCommands,
  };
}
