import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { MementoValues } from '../base/mementoMap.ts';
import { nameText } from '../base/safeText.ts';
import type { Connection } from './connection.ts';
import { confirms, createConsents } from './consent.ts';

/**
 * Whether VS Code and other extensions may use the models of a connection: only where the user has said so to Parley. What
 * the settings say may have been written by another program.
 */
export interface OfferConsent extends vscode.Disposable {
  /** Whether the user has confirmed it for the address that the connection has now. */
  isConfirmed(connection: Connection): boolean;
  /** Asks the user unless they have confirmed it. */
  confirm(connection: Connection): Promise<boolean>;
  /** After the user has confirmed one. */
  readonly onDidChange: vscode.Event<void>;
}

/** Remembers in `memento` what was confirmed. */
export function createOfferConsent(memento: MementoValues): OfferConsent {
  const consents = createConsents(memento, 'parley.confirmedOffers');
  const changed = new vscode.EventEmitter<void>();
  const isConfirmed = (connection: Connection): boolean => consents.has(entryOf(connection));
  return {
    isConfirmed,
    async confirm(connection) {
      const wasConfirmed = isConfirmed(connection);
      const isAgreed = await consents.ask(entryOf(connection), async () => asks(connection));
      if (isAgreed && !wasConfirmed) {
        changed.fire();
      }
      return isAgreed;
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

function entryOf({ id, baseUrl }: Connection): string {
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
