import * as vscode from 'vscode';

const minuteMs = 60_000;

/** How old a model list is; both times are milliseconds since 1970. */
export function listAge(fetchedAt: number, now: number): string {
  const minutes = Math.floor((now - fetchedAt) / minuteMs);
  if (minutes < 1) {
    return vscode.l10n.t('list of just now');
  }
  if (minutes < 60) {
    return vscode.l10n.t('list of {0} min ago', minutes);
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? vscode.l10n.t('list of {0} h ago', hours)
    : vscode.l10n.t('list of {0} days ago', Math.floor(hours / 24));
}
