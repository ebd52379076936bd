import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { defaultScope, type OutsideSource } from '../../../shared/service/keySource.ts';
import type { MementoValues } from '../../base/mementoMap.ts';
import { createMementoSet } from '../../base/mementoSet.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
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
 * user confirms. So another command, and another address of the same connection, is asked for again. Two questions
 * at once are one.
 */
export function createSourceConsent(memento: MementoValues): SourceConsent {
  const confirmed = createMementoSet(memento, 'parley.confirmedKeySources');
  const asking = new Map<string, Promise<boolean>>();
  return async (connection, source, mayAsk = true) => {
    const { origin } = serviceAddress(connection.baseUrl);
    const place = vscode.env.remoteName ?? 'local';
    const entry = `${origin} ${place} ${source.kind} ${textOf(source)}`;
    if (confirmed.has(entry)) {
      return true;
    }
    if (!mayAsk) {
      return false;
    }
    const ask = async (): Promise<boolean> => {
      const isConfirmed =
        (await confirms(connection, source, origin)) && (await mayTravelInClear(origin));
      if (isConfirmed) {
        await confirmed.add(entry);
      }
      return isConfirmed;
    };
    const answer = asking.get(entry) ?? ask().finally(() => asking.delete(entry));
    asking.set(entry, answer);
    return answer;
  };
}

function textOf(source: OutsideSource): string {
  switch (source.kind) {
    case 'environment':
      return source.variable;
    case 'command':
      return source.command;
    case 'microsoft':
      return source.scope ?? defaultScope;
  }
}

async function confirms(
  { name }: Connection,
  source: OutsideSource,
  origin: string,
): Promise<boolean> {
  const { message, detail, button } = question(source, origin, nameText(name));
  return (
    (await vscode.window.showWarningMessage(message, { modal: true, detail }, button)) === button
  );
}

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
}

function question(source: OutsideSource, origin: string, name: string): Question {
  switch (source.kind) {
    case 'environment':
      return {
        message: vscode.l10n.t(
          'Send the environment variable {0} to {1} as the API key?',
          source.variable,
          origin,
        ),
        detail: vscode.l10n.t(
          'The connection “{0}” in your settings takes its API key from this variable.',
          name,
        ),
        button: vscode.l10n.t('Send'),
      };
    case 'command':
      return {
        message: vscode.l10n.t('Run this command to get the API key for {0}?', origin),
        // Last: it is shown as a whole, however long it is, and nothing is pushed out of sight by it.
        detail: `${commandDetail(name)}\n\n${source.command}`,
        button: vscode.l10n.t('Run Command'),
      };
    case 'microsoft':
      return {
        message: vscode.l10n.t('Send a Microsoft access token to {0}?', origin),
        detail: vscode.l10n.t(
          'The connection “{0}” in your settings signs in with your Microsoft account. Scope: {1}',
          name,
          nameText(source.scope ?? defaultScope),
        ),
        button: vscode.l10n.t('Send'),
      };
  }
}

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
