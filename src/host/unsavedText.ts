import * as vscode from 'vscode';

/** Why nothing can be done with a chat that is nowhere but in memory. */
export function unsavedText(): string {
  return vscode.l10n.t('the chat is not saved yet. Saving is tried again.');
}
