import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';
import { shortened } from './cutText.ts';
import type { DocumentRange } from './codeOrigin.ts';
import { questions } from './questions.ts';

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
}

/** What the lightbulb offers: fixes for problems, and questions about a selection. Each runs a command of Parley. */
export function codeActions({
  uri,
  range,
  problems,
  only,
  isSelected,
  lastQuestion,
}: ActionRequest): readonly vscode.CodeAction[] {
  const wants = (one: vscode.CodeActionKind) => only === undefined || only.contains(one);
  const action = (
    actionKind: vscode.CodeActionKind,
    command: string,
    title: string,
  ): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, actionKind);
    made.command = { command, title, arguments: [{ uri, range }] };
    return made;
  };
  const fixes = [
    action(vscode.CodeActionKind.QuickFix, 'parley.fixProblem', vscode.l10n.t('Fix with Parley')),
    action(
      vscode.CodeActionKind.QuickFix,
      'parley.explainProblem',
      vscode.l10n.t('Explain with Parley'),
    ),
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
  return [
    ...(problems.length > 0 && wants(vscode.CodeActionKind.QuickFix) ? fixes : []),
    ...(isSelected && wants(kind)
      ? named.map(([name, title]) =>
          action(kind.append(name), `parley.${name}`, vscode.l10n.t('Parley: {0}', title)),
        )
      : []),
  ];
}

function shortLabel(question: string): string {
  return visibleText(shortened(question.trim(), maxLabel).replaceAll(/\s+/g, ' '));
}
