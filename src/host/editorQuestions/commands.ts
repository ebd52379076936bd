import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import { type Command, isMenuContext, isNone, type ReadCommand } from '../base/commands.ts';
import { documentOf } from '../editor/documentOf.ts';
import type { CodeOrigin } from './selectedCode.ts';
import type { EditorQuestions } from './createEditorQuestions.ts';
import { readTestFailure } from './testFailure.ts';

type Load = () => Promise<EditorQuestions>;

/** The commands of editors, terminals and failed tests. What they do is loaded when one of them is run. */
export function editorCommands(load: Load) {
  const about = (run: (questions: EditorQuestions, origin: CodeOrigin) => Promise<void>) => ({
    read(args: readonly unknown[]) {
      const origin = readOrigin(args);
      return origin && (async () => run(await load(), origin));
    },
  });
  const ask = (name: string) => about(async (questions, origin) => questions.ask(name, origin));
  const inTerminal = (run: (questions: EditorQuestions) => Promise<void>) => ({
    read: (args: readonly unknown[]) =>
      isMenuContext(args) || isTerminal(args[0]) ? async () => run(await load()) : undefined,
  });
  return {
    'parley.askAboutSelection': about(async ({ add }, origin) => add(origin)),
    'parley.explain': ask('explain'),
    'parley.fix': ask('fix'),
    'parley.improve': ask('improve'),
    'parley.writeTests': ask('writeTests'),
    'parley.document': ask('document'),
    'parley.translate': ask('translate'),
    'parley.askAgain': ask('askAgain'),
    'parley.askAboutTerminalSelection': inTerminal(async (questions) =>
      questions.askAboutTerminal('ask'),
    ),
    'parley.explainTerminal': inTerminal(async (questions) =>
      questions.askAboutTerminal('explain'),
    ),
    'parley.explainTestFailure': {
      read([given]) {
        const failure = readTestFailure(given);
        return failure && (async () => (await load()).explainTestFailure(failure));
      },
    },
  } satisfies Record<string, Command>;
}

/**
 * Previews the request of a command of editors, which the user chooses or a keybinding names. From a menu, it is about the
 * code there.
 */
export function previewInEditor(load: Load): ReadCommand {
  return {
    read(args) {
      const [given, ...others] = args;
      if (isString(given) && isNone(others) && (given === 'code' || previewed.has(given))) {
        return async () => (await load()).preview(given === 'code' ? undefined : given, 'active');
      }
      // The menu of a tab with a page passes an address as well.
      const isCode = !(given instanceof vscode.Uri) || documentOf(given) !== undefined;
      const origin = isCode && given !== undefined ? readOrigin(args) : undefined;
      return origin && (async () => (await load()).preview(undefined, origin));
    },
  };
}

/** The commands whose request can be previewed by their names. */
const previewed: ReadonlySet<string> = new Set([
  'explain',
  'fix',
  'improve',
  'writeTests',
  'document',
  'translate',
  'askAgain',
]);

/** What a menu of an editor, a notebook's cell or the lightbulb passes. */
function readOrigin(args: readonly unknown[]): CodeOrigin | undefined {
  if (isMenuContext(args)) {
    return 'active';
  }
  const [given, ...others] = args;
  if (!isNone(others)) {
    return undefined;
  }
  const cell = vscode.workspace.notebookDocuments
    .flatMap((notebook) => notebook.getCells())
    .find((one) => one === given);
  if (cell !== undefined) {
    return { cell };
  }
  const { uri, range, isProblem } = isRecord(given) ? given : {};
  return uri instanceof vscode.Uri && range instanceof vscode.Range
    ? { uri, range, isProblem: isProblem === true }
    : undefined;
}

function isTerminal(value: unknown): boolean {
  return vscode.window.terminals.some((terminal) => terminal === value);
}
