import * as vscode from 'vscode';

/** So many chats, in words. */
export function chatCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 chat') : vscode.l10n.t('{0} chats', count);
}
