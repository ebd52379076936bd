import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import type { Consent } from './consents.ts';

/**
 * That VS Code and other extensions may use the models of a connection at its address: only where the user has said so to
 * Parley. What the settings say may have been written by another program.
 */
export function offerConsent({ id, name, baseUrl }: Connection): Consent {
  return {
    list: 'parley.confirmedOffers',
    text: `${serviceAddress(baseUrl).origin} ${id}`,
    message: vscode.l10n.t('Offer the favourite models of “{0}” to VS Code?', nameText(name)),
    detail: vscode.l10n.t(
      'VS Code’s chat and every other extension can then use these models without asking you. Their requests are billed to this connection. Parley lists each one in its log.',
    ),
    button: vscode.l10n.t('Offer Models'),
  };
}
