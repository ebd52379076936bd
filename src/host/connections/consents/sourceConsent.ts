import * as vscode from 'vscode';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { type OutsideSource, sourceText } from '../../../shared/service/keySource.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import type { Keys } from './keys.ts';
import type { Consent } from './consents.ts';
import { mayTravelInClear } from './unencrypted.ts';

/**
 * Whether a key of this source may be sent to the origin of a connection. Asks once for each source and origin, here and
 * on each kind of remote computer, until the user confirms; so another command, and another address of the same
 * connection, is asked for again. A source that does not exist here is not asked for: a request says so.
 */
export async function maySourceBeUsed(
  { baseUrl, name }: Connection,
  source: OutsideSource,
  keys: Keys,
): Promise<boolean> {
  const { origin } = serviceAddress(baseUrl);
  const text = sourceText(source);
  const consent: Consent = {
    list: 'parley.confirmedKeySources',
    text: `${origin} ${vscode.env.remoteName ?? 'local'} ${source.kind} ${text}`,
    ...questions[source.kind](text, origin, nameText(name)),
  };
  return (
    !keys.sources.isHere(source.kind) ||
    ((await keys.consents.ask(consent)) && mayTravelInClear(origin, keys))
  );
}

const questions: Readonly<
  Record<
    OutsideSource['kind'],
    (text: string, origin: string, name: string) => Pick<Consent, 'message' | 'detail' | 'button'>
  >
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
  return vscode.l10n.t(
    'The connection “{0}” in your settings takes its API key from this command. It runs {1}, in your home folder, whenever a new key is needed. Run it only if you entered it yourself.',
    name,
    vscode.env.remoteName === undefined
      ? vscode.l10n.t('on this computer')
      : vscode.l10n.t('on the remote computer'),
  );
}
