import * as vscode from 'vscode';

/** So many files, in words. */
export function fileCount(count: number): string {
  return count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count);
}
