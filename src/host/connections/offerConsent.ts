import * as vscode from 'vscode';
import { nameText } from '../base/safeText.ts';
import type { Connection } from './connection.ts';

/** Asks the user whether VS Code and other extensions may use the models of a connection. */
export async function confirmOffer({ name }: Pick<Connection, 'name'>): Promise<boolean> {
  const offer = vscode.l10n.t('Offer Models');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Offer the favourite models of “{0}” to VS Code?', nameText(name)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'VS Code’s chat and every other extension can then use these models without asking you. Their requests are billed to this connection. Parley lists each one in its log.',
      ),
    },
    offer,
  );
  return answer === offer;
}
