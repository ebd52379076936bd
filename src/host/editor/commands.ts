import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { type Command, isMenuContext, isNone } from '../base/commands.ts';
import { selectionContext } from './selectionContext.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** A command that sends code of the active editor with a question. */
interface EditorCommand {
  readonly title: string;
  /** The text of the user message. If missing, the user is asked for it. */
  readonly question?: string;
}

/** The commands by their IDs without `parley.`. */
type EditorCommands = Readonly<
  Record<
    'askAboutSelection' | 'explain' | 'fix' | 'improve' | 'writeTests' | 'document',
    EditorCommand
  >
>;

/** The questions are messages of the user, so they are in the display language. */
function allCommands(): EditorCommands {
  return {
    askAboutSelection: { title: vscode.l10n.t('Ask About Selection') },
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

/** What is done with the message of an editor command. */
interface MessageUses {
  readonly send: (message: UserMessage) => Promise<void>;
  readonly preview: (message: UserMessage) => Promise<void>;
}

/** The commands that send code of the editor, and one that previews the request of any of them. */
export function editorCommands({ send, preview }: MessageUses) {
  const ask = (name: keyof EditorCommands) => async () => run(allCommands()[name], send);
  return {
    'parley.askAboutSelection': ask('askAboutSelection'),
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
      vscode.l10n.t('The selection is empty. There is no code to send.'),
    );
    return;
  }
  const text = question ?? (await askQuestion(title, item.path));
  if (text !== undefined && text.trim() !== '') {
    await use({ text, context: [item] });
  }
}

async function askQuestion(title: string, path: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The code from {0} is sent with your question', visibleText(path)),
    placeHolder: vscode.l10n.t('Ask a question about the code'),
    ignoreFocusOut: true,
  });
}
