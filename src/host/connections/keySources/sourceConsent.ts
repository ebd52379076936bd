import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { type OutsideSource, sourceText } from '../../../shared/service/keySource.ts';
import type { MementoValues } from '../../base/mementoMap.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { confirms, createConsents, type Question } from '../consent.ts';
import { mayTravelInClear } from '../keys/unencrypted.ts';

/**
 * Asks the user whether a key of this source may be sent to the origin of a connection. With `mayAsk` false, only says
 * whether the user has confirmed it before.
 */
export type SourceConsent = (
  connection: Connection,
  source: OutsideSource,
  mayAsk?: boolean,
) => Promise<boolean>;

/**
 * Returns a function that asks once for each source and origin, here and on each kind of remote computer, until the
 * user confirms. So another command, and another address of the same connection, is asked for again.
 */
export function createSourceConsent(memento: MementoValues): SourceConsent {
  const consents = createConsents(memento, 'parley.confirmedKeySources');
  return async ({ baseUrl, name }, source, mayAsk = true) => {
    const { origin } = serviceAddress(baseUrl);
    const place = vscode.env.remoteName ?? 'local';
    const entry = `${origin} ${place} ${source.kind} ${sourceText(source)}`;
    const isConfirmed = async (): Promise<boolean> =>
      (await confirms(questions[source.kind](sourceText(source), origin, nameText(name)))) &&
      mayTravelInClear(origin);
    return mayAsk ? consents.ask(entry, isConfirmed) : consents.has(entry);
  };
}

const questions: Readonly<
  Record<OutsideSource['kind'], (text: string, origin: string, name: string) => Question>
> = {
  environment: (variable, origin, name) => ({
    message: vscode.l10n.t(
      'Send the environment variable {0} to {1} as the API key?',
      variable,
      origin,
    ),
    detail: vscode.l10n.t(
      'The connection “{0}” in your settings takes its API key from this variable.',
      name,
    ),
    button: vscode.l10n.t('Send'),
  }),
  command: (command, origin, name) => ({
    message: vscode.l10n.t('Run this command to get the API key for {0}?', origin),
    // Last: it is shown as a whole, however long it is, and nothing is pushed out of sight by it.
    detail: `${commandDetail(name)}\n\n${command}`,
    button: vscode.l10n.t('Run Command'),
  }),
  microsoft: (scope, origin, name) => ({
    message: vscode.l10n.t('Send a Microsoft access token to {0}?', origin),
    detail: vscode.l10n.t(
      'The connection “{0}” in your settings signs in with your Microsoft account. Scope: {1}',
      name,
      nameText(scope),
    ),
    button: vscode.l10n.t('Send'),
  }),
};

function commandDetail(name: string): string {
  return vscode.env.remoteName === undefined
    ? vscode.l10n.t(
        'The connection “{0}” in your settings takes its API key from this command. The command runs on this computer, in your home folder, whenever a new key is needed. Run it only if you entered it yourself.',
        name,
      )
    : vscode.l10n.t(
        'The connection “{0}” in your settings takes its API key from this command. The command runs on the remote computer, in your home folder, whenever a new key is needed. Run it only if you entered it yourself.',
        name,
      );
}
