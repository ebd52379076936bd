import * as vscode from 'vscode';
import { canBeMasked } from '../../../service/redactSecrets.ts';

/** Says that a key was entered that is not masked, because it is too short or looks like a word. */
export function sayIfPlainKey(key: string): void {
  if (key !== '' && !canBeMasked(key)) {
    void vscode.window.showInformationMessage(plainWords(vscode.l10n.t('API key')));
  }
}

/** What there is to say of a secret that is not masked. */
export function plainWords(name: string): string {
  return vscode.l10n.t(
    'Looks like ordinary words or numbers, and is not masked in logs, errors and exports: {0}',
    name,
  );
}
