import * as vscode from 'vscode';
import { userValue } from '../base/settings.ts';
import type { ActionRequest } from './codeActions.ts';
import type { EditorQuestions } from './createEditorQuestions.ts';
import type { LastQuestion } from './lastQuestion.ts';

/**
 * Offers fixes for problems and questions about a selection in the lightbulb, unless the user has switched that off.
 * Where there is neither, nothing is loaded.
 */
export function provideCodeActions(
  load: () => Promise<Pick<EditorQuestions, 'codeActions'>>,
  lastQuestion: LastQuestion,
  prompts: () => Promise<ActionRequest['prompts']>,
): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      async provideCodeActions({ uri }, range, { diagnostics, only }) {
        const isSelected = range instanceof vscode.Selection && !range.isEmpty;
        if ((!isSelected && diagnostics.length === 0) || userValue('lightbulb') === false) {
          return [];
        }
        const { codeActions } = await load();
        return [
          ...codeActions({
            uri,
            range,
            problems: diagnostics,
            only,
            isSelected,
            lastQuestion: lastQuestion.current(),
            ...(isSelected && { prompts: await prompts() }),
          }),
        ];
      },
    },
    {
      providedCodeActionKinds: [
        vscode.CodeActionKind.QuickFix,
        vscode.CodeActionKind.RefactorRewrite,
      ],
    },
  );
}
