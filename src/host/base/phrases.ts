import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';

/** A number of chats: “1 chat”, “2 chats”. */
export function chatCount(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} chat', formatNumber(count)),
    other: vscode.l10n.t('{0} chats', formatNumber(count)),
  });
}

/** A number of files: “1 file”, “2 files”. */
export function fileCount(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} file', formatNumber(count)),
    other: vscode.l10n.t('{0} files', formatNumber(count)),
  });
}

/** A number of models: “1 model”, “2 models”. */
export function modelCount(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} model', formatNumber(count)),
    other: vscode.l10n.t('{0} models', formatNumber(count)),
  });
}

/** The title that is shown for a chat without text. */
export function untitled(): string {
  return vscode.l10n.t('Untitled');
}
