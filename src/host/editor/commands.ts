import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import type { DraftedQuestion } from '../../shared/panel/panelProtocol.ts';
import { type Command, isMenuContext, isNone } from '../base/commands.ts';
import { selectionContext } from './selectionContext.ts';

/** A command that sends code of the active editor with a question. */
interface EditorCommand {
  readonly title: string;
  /** The text of the user message. */
  readonly question: string;
}

/** The commands by their IDs without `parley.`. */
type EditorCommands = Readonly<Record<DraftedQuestion | 'improve' | 'document', EditorCommand>>;

/** The questions are messages of the user, so they are in the display language. */
function allCommands(): EditorCommands {
  return {
    explain: { title: vscode.l10n.t('Explain'), question: vscode.l10n.t('Explain this code.') },
    fix: {
      title: vscode.l10n.t('Fix'),
      question: vscode.l10n.t('Find and fix the mistakes in this code.'),
    },
    improve: {
      title: vscode.l10n.t('Improve'),
      question: vscode.l10n.t(
        'Improve this code without changing what it does, and explain your changes.',
      ),
    },
    writeTests: {
      title: vscode.l10n.t('Write Tests'),
      question: vscode.l10n.t('Write tests for this code.'),
    },
    document: {
      title: vscode.l10n.t({ message: 'Document', comment: ['A verb: write documentation'] }),
      question: vscode.l10n.t('Write documentation comments for this code.'),
    },
  };
}

/** What is done with the code or the message of an editor command. */
interface EditorCommandUses {
  /** Puts code into the input box. Sends nothing. */
  readonly add: (item: ContextItem) => Promise<void>;
  readonly send: (message: UserMessage) => Promise<void>;
  readonly preview: (message: UserMessage) => Promise<void>;
}

/**
 * The commands that add code of the editor to the message, those that send it with a question, and one that
 * previews the request of any of the latter.
 */
export function editorCommands({ add, send, preview }: EditorCommandUses) {
  const ask = (name: keyof EditorCommands) => async () => run(allCommands()[name], send);
  return {
    'parley.askAboutSelection': async () => withCode(vscode.l10n.t('Ask About Selection'), add),
    'parley.addSelectionToChat': async () => withCode(vscode.l10n.t('Add Selection to Chat'), add),
    'parley.explain': ask('explain'),
    'parley.fix': ask('fix'),
    'parley.improve': ask('improve'),
    'parley.writeTests': ask('writeTests'),
    'parley.document': ask('document'),
    // A keybinding can pass the name of a command. A menu passes the URI of the file.
    'parley.showEditorRequest': {
      read([name, ...others]) {
        const named = isNone(others) ? commandNamed(name) : undefined;
        if (named !== undefined) {
          return async () => run(named, preview);
        }
        return isMenuContext([name, ...others])
          ? async () => {
              const picked = await pickCommand();
              return picked && run(picked, preview);
            }
          : undefined;
      },
    },
  } satisfies Record<string, Command>;
}

/** Hands code of the editor with a question about it to `use`. */
export async function draftQuestion(
  question: DraftedQuestion,
  use: (message: UserMessage) => Promise<void>,
): Promise<void> {
  return run(allCommands()[question], use);
}

function commandNamed(name: unknown): EditorCommand | undefined {
  return Object.entries(allCommands()).find(([known]) => known === name)?.[1];
}

async function pickCommand(): Promise<EditorCommand | undefined> {
  const items = Object.values(allCommands()).map((command) => ({ label: command.title, command }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Preview Request'),
    placeHolder: vscode.l10n.t('Choose a command. Nothing is sent.'),
  });
  return item?.command;
}

async function run(
  { title, question }: EditorCommand,
  use: (message: UserMessage) => Promise<void>,
): Promise<void> {
  return withCode(title, async (item) => use({ text: question, context: [item] }));
}

/** Hands the code of the active editor to `use`, or says why there is none. `title` is that of the command. */
async function withCode(title: string, use: (item: ContextItem) => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a file and select some code first.'),
    );
    return;
  }
  const item = await selectionContext(editor, title);
  if (item === undefined) {
    return;
  }
  if (item.text.trim() === '') {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The selection is empty. It has no code.'),
    );
    return;
  }
  await use(item);
}
