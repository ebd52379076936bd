import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';

/** The lines of a range, counted from 1. */
export function linesText({ start, end }: vscode.Range): string {
  const first = formatNumber(start.line + 1);
  return start.line === end.line
    ? vscode.l10n.t('line {0}', first)
    : vscode.l10n.t('lines {0}–{1}', first, formatNumber(end.line + 1));
}
