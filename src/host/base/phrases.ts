import * as vscode from 'vscode';

/** A number of chats: “1 chat”, “2 chats”. */
export function chatCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 chat') : vscode.l10n.t('{0} chats', count);
}

/** A number of files: “1 file”, “2 files”. */
export function fileCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count);
}

/** The title that is shown for a chat without text. */
export function untitled(): string {
  return vscode.l10n.t('Untitled');
}
