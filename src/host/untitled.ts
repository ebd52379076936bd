import * as vscode from 'vscode';

/** The title of a conversation in which there is no word. */
export function untitled(): string {
  return vscode.l10n.t('Untitled');
}
