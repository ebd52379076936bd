import * as vscode from 'vscode';
import { canBeMasked, secretsOf } from '../../../service/redactSecrets.ts';
import type { Connection } from '../connection.ts';

/** Says that a key was entered that is not masked, because it is too short or looks like a word. */
export function sayIfPlainKey(key: string): void {
  say(key === '' || canBeMasked(key) ? [] : [vscode.l10n.t('API key')]);
}

/** Says which headers of a connection have a secret name and a new value that is not masked. `before` are the old values. */
export function sayIfPlainHeaders({ headers = {} }: Connection, before: readonly string[]): void {
  const plain = Object.entries(headers).filter(([name, value]) =>
    secretsOf(undefined, { [name]: value }).some(
      (secret) => !canBeMasked(secret) && !before.includes(secret),
    ),
  );
  say(plain.map(([name]) => name));
}

function say(plain: readonly string[]): void {
  if (plain.length > 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'Looks like ordinary words or numbers, and is not masked in logs, errors and exports: {0}',
        plain.join(', '),
      ),
    );
  }
}
