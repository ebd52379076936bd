import * as vscode from 'vscode';
import { shortened, visibleText } from '../../shared/visibleText.ts';
import { type DocumentRange, isPlainText } from './selectedCode.ts';
import { codeCommands, questions } from './questions.ts';

/** The kind of the actions on a selection. */
const kind = vscode.CodeActionKind.RefactorRewrite.append('parley');

/** A longer question is cut in the label of an action. In UTF-16 code units. */
const maxLabel = 60;

/** What there is to do with part of a document. */
export interface ActionRequest extends DocumentRange {
  /** The problems that touch it. */
  readonly problems: readonly vscode.Diagnostic[];
  readonly only: vscode.CodeActionKind | undefined;
  /** Whether the user has selected it. */
  readonly isSelected: boolean;
  readonly lastQuestion: string | undefined;
  /** The prompt files that are offered by name, and whether there are others. */
  readonly prompts?:
    | {
        readonly named: readonly { readonly id: string; readonly name: string }[];
        readonly hasOthers: boolean;
      }
    | undefined;
}

/** What the lightbulb offers: fixes for problems, and questions about a selection. Each runs a command of Parley. */
export function codeActions({
  uri,
  range,
  problems,
  only,
  isSelected,
  lastQuestion,
  prompts: { named: promptFiles, hasOthers } = { named: [], hasOthers: false },
}: ActionRequest): readonly vscode.CodeAction[] {
  const wants = (one: vscode.CodeActionKind) => only === undefined || only.intersects(one);
  const action = (
    actionKind: vscode.CodeActionKind,
    command: string,
    title: string,
    args: readonly unknown[] = [{ uri, range }],
  ): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, actionKind);
    made.command = { command, title, arguments: [...args] };
    return made;
  };
  const runPrompt = (title: string, ...args: readonly unknown[]): vscode.CodeAction =>
    action(kind.append('prompt'), 'parley.runPrompt', vscode.l10n.t('Parley: {0}', title), args);
  const quickFix = (command: string, title: string): vscode.CodeAction =>
    action(vscode.CodeActionKind.QuickFix, command, title, [{ uri, range, isProblem: true }]);
  const fixes = [
    quickFix('parley.fix', vscode.l10n.t('Fix with Parley')),
    quickFix('parley.explain', vscode.l10n.t('Explain with Parley')),
  ];
  fixes.forEach((fix) => (fix.diagnostics = [...problems]));
  const named: readonly (readonly [name: string, title: string])[] = [
    ['askAboutSelection', vscode.l10n.t('Ask…')],
    ...Object.entries(questions()).map(([name, { title }]) => [name, title] as const),
    ['translate', vscode.l10n.t('Translate to…')],
    ['rewrite', vscode.l10n.t('Rewrite…')],
    ...(lastQuestion === undefined
      ? []
      : [['askAgain', vscode.l10n.t('Ask Again: “{0}”', shortLabel(lastQuestion))] as const]),
  ];
  const offered = named.filter(([name]) => !codeCommands.has(name) || !isPlainText({ uri, range }));
  return [
    ...(problems.length > 0 && wants(vscode.CodeActionKind.QuickFix) ? fixes : []),
    ...(isSelected && wants(kind)
      ? [
          ...offered.map(([name, title]) =>
            action(kind.append(name), `parley.${name}`, vscode.l10n.t('Parley: {0}', title)),
          ),
          ...promptFiles.map(({ id, name }) =>
            runPrompt(vscode.l10n.t('Prompt “{0}”', visibleText(name)), { name: id }),
          ),
          ...(hasOthers ? [runPrompt(vscode.l10n.t('Run Prompt…'))] : []),
        ]
      : []),
  ];
}

function shortLabel(question: string): string {
  return visibleText(shortened(question.trim(), maxLabel).replaceAll(/\s+/g, ' '));
}
