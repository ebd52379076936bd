import * as vscode from 'vscode';

/** So many chats, in words. */
export function chatCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 chat') : vscode.l10n.t('{0} chats', count);
}

/** So many files, in words. */
export function fileCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count);
}

/** The title of a conversation in which there is no word. */
export function untitled(): string {
  return vscode.l10n.t('Untitled');
}
