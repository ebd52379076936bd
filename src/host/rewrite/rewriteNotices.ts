import * as vscode from 'vscode';
import { notificationText } from '../base/safeText.ts';
import type { Rewrite } from './rewrite.ts';

/** Says something, if there is anything to say. */
export function say(text: string | undefined): void {
  if (text !== undefined) {
    void vscode.window.showInformationMessage(notificationText(text));
  }
}

/** Says why the result cannot be put into the file, and offers to keep it elsewhere. */
export async function offerResult(
  { result = '', languageId: language }: Rewrite,
  reason: 'conflict' | 'gone' | 'readOnly',
): Promise<void> {
  const copy = vscode.l10n.t('Copy Rewritten Code');
  const open = vscode.l10n.t('Open as New File');
  const answer = await vscode.window.showWarningMessage(refusalText(reason), copy, open);
  if (answer === copy) {
    await vscode.env.clipboard.writeText(result);
  } else if (answer === open) {
    const document = await vscode.workspace.openTextDocument({ content: result, language });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  }
}

/** Offers what the user has written in a diff that was rejected. */
export async function offerEdits({ isEdited, result = '' }: Rewrite): Promise<void> {
  const copy = vscode.l10n.t('Copy Rewritten Code');
  const words = vscode.l10n.t('The rewrite was rejected, including your changes to it.');
  if (isEdited && (await vscode.window.showInformationMessage(words, copy)) === copy) {
    await vscode.env.clipboard.writeText(result);
  }
}

function refusalText(reason: 'conflict' | 'gone' | 'readOnly'): string {
  switch (reason) {
    case 'conflict':
      return vscode.l10n.t(
        'You have edited the same lines meanwhile. Nothing was changed, so that your edits are not lost.',
      );
    case 'gone':
      return vscode.l10n.t('The file was closed or deleted meanwhile. Nothing was changed.');
    case 'readOnly':
      return vscode.l10n.t('The file cannot be edited. Nothing was changed.');
  }
}
