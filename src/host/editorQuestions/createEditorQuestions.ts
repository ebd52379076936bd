import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import { type ActionRequest, codeActions } from './codeActions.ts';
import { type CodeOrigin, isPlainText, selectedCode } from './selectedCode.ts';
import type { LastQuestion } from './lastQuestion.ts';
import {
  explainTestFailure,
  explainLastFailed,
  isAboutProblem,
  problemMessage,
} from './errorQuestions.ts';
import { codeCommands, type Question, questionNamed, questions } from './questions.ts';
import type { ShellCommands } from './terminal/shellCommands.ts';
import { noSelectionText, selectionItem } from './terminal/terminalItems.ts';
import type { TestFailure } from './testFailure.ts';
import { askTranslation } from './translation.ts';

/** What is done with code and with messages. */
interface QuestionUses {
  /** Puts items into the input box. Sends nothing. */
  readonly add: (items: readonly ContextItem[]) => Promise<void>;
  readonly send: (message: UserMessage) => Promise<void>;
  readonly preview: (message: UserMessage) => Promise<void>;
}

/** What the questions need besides. */
export interface QuestionServices extends QuestionUses {
  readonly lastQuestion: LastQuestion;
  readonly shellCommands: Pick<ShellCommands, 'all'>;
  readonly memory: vscode.Memento;
}

type Use = (message: UserMessage) => Promise<void>;

/** What the editor, the terminal and failed tests ask. */
export interface EditorQuestions {
  /** Puts the code into the input box. */
  readonly add: (origin: CodeOrigin) => Promise<void>;
  /** Sends the code with the question of the command with this ID, without `parley.`. */
  readonly ask: (name: string, origin: CodeOrigin) => Promise<void>;
  /** Shows the request of such a command, which the user is asked for if `name` is missing. */
  readonly preview: (name: string | undefined, origin: CodeOrigin) => Promise<void>;
  /** Puts the selection into the input box, or has it, or else the last command that failed, explained. */
  readonly askAboutTerminal: (name: 'ask' | 'explain') => Promise<void>;
  readonly explainTestFailure: (failure: TestFailure) => Promise<void>;
  readonly codeActions: (request: ActionRequest) => readonly vscode.CodeAction[];
}

/** Everything that commands in editors and terminals do, but for the commands themselves. */
export function createEditorQuestions(services: QuestionServices): EditorQuestions {
  const { add, send, preview, lastQuestion, shellCommands } = services;
  const run = async (name: string | undefined, origin: CodeOrigin, use: Use): Promise<void> => {
    const message = await messageOf(name, origin, services);
    return message && use(message);
  };
  return {
    async add(origin) {
      const items = await selectedCode(origin, vscode.l10n.t('Ask About Selection'));
      return items && add(items);
    },
    ask: async (name, origin) =>
      run(name, origin, async (message) => {
        if (!isAboutProblem(name, origin)) {
          lastQuestion.remember(message.text);
        }
        await send(message);
      }),
    preview: async (name, origin) => run(name ?? (await pickCommand()), origin, preview),
    async askAboutTerminal(name) {
      const item = await selectionItem();
      if (name === 'explain') {
        const message =
          item === undefined
            ? await explainLastFailed(shellCommands.all())
            : { text: vscode.l10n.t('Explain this terminal output.'), context: [item] };
        return message && send(message);
      }
      if (item === undefined) {
        void vscode.window.showInformationMessage(noSelectionText());
        return undefined;
      }
      return add([item]);
    },
    explainTestFailure: async (failure) => send(await explainTestFailure(failure)),
    codeActions,
  };
}

/** What a command sends; undefined if the user closes a list, or after a message if there is nothing to send. */
async function messageOf(
  name: string | undefined,
  origin: CodeOrigin,
  services: QuestionServices,
): Promise<UserMessage | undefined> {
  if (isAboutProblem(name, origin)) {
    return problemMessage(name, origin);
  }
  const question = await questionOf(name, origin, services);
  const context = question && (await selectedCode(origin, question.title));
  return question && context && { text: question.text, context };
}

/** The question of a command; undefined if the user is asked something and closes the list, or if it is for code. */
async function questionOf(
  name: string | undefined,
  origin: CodeOrigin,
  { lastQuestion, memory }: Pick<QuestionServices, 'lastQuestion' | 'memory'>,
): Promise<Question | undefined> {
  if (name === undefined) {
    return undefined;
  }
  if (codeCommands.has(name) && isPlainText(origin)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'This command is for code. For other text, use Explain or Ask About Selection.',
      ),
    );
    return undefined;
  }
  if (name === 'translate') {
    const title = vscode.l10n.t('Translate');
    const text = await askTranslation(title, memory);
    return text === undefined ? undefined : { title, text };
  }
  if (name !== 'askAgain') {
    return questionNamed(name, isPlainText(origin));
  }
  const text = lastQuestion.current();
  if (text === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('You have not asked about code in this window yet.'),
    );
    return undefined;
  }
  return { title: vscode.l10n.t('Ask the Same'), text };
}

async function pickCommand(): Promise<string | undefined> {
  const named = Object.entries(questions()).map(([name, { title }]) => ({ label: title, name }));
  const items = [...named, { label: vscode.l10n.t('Translate to…'), name: 'translate' }];
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Preview Request'),
    placeHolder: vscode.l10n.t('Choose a command. Nothing is sent.'),
  });
  return item?.name;
}
