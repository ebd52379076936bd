import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { confirms, type Consents } from './consents.ts';

/**
 * Whether VS Code and other extensions may use the models of a connection: only where the user has said so to Parley. What
 * the settings say may have been written by another program.
 */
export interface OfferConsent {
  /** Whether the user has confirmed it for the address that the connection has now. */
  isConfirmed(connection: Connection): boolean;
  /** Asks the user unless they have confirmed it. */
  confirm(connection: Connection): Promise<boolean>;
  /** After the user has confirmed something. */
  readonly onDidChange: vscode.Event<void>;
}

const list = 'parley.confirmedOffers';

/** What was confirmed, which is remembered with the other consents. */
export function createOfferConsent(consents: Consents): OfferConsent {
  return {
    isConfirmed: (connection) => consents.has(list, textOf(connection)),
    confirm: async (connection) =>
      consents.ask(list, textOf(connection), async () => asks(connection)),
    onDidChange: consents.onDidChange,
  };
}

function textOf({ id, baseUrl }: Connection): string {
  return `${serviceAddress(baseUrl).origin} ${id}`;
}

async function asks({ name }: Connection): Promise<boolean> {
  return confirms({
    message: vscode.l10n.t('Offer the favourite models of “{0}” to VS Code?', nameText(name)),
    detail: vscode.l10n.t(
      'VS Code’s chat and every other extension can then use these models without asking you. Their requests are billed to this connection. Parley lists each one in its log.',
    ),
    button: vscode.l10n.t('Offer Models'),
  });
}
