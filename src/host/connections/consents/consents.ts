import * as vscode from 'vscode';
import { type MementoValues, createMementoSet } from '../../base/memento.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { type OutsideSource, sourceText } from '../../../shared/service/keySource.ts';
import { nameText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import type { SourceKeys } from '../keySources/sourceKeys.ts';
import type { KeyStore } from '../keys/keyStore.ts';

/** A question with one button beside Cancel. */
interface Question {
  readonly message: string;
  readonly detail?: string;
  readonly button: string;
}

/** Asks in a dialog. Gives whether the user pressed the button. */
export async function confirms({ message, detail, button }: Question): Promise<boolean> {
  const options = { modal: true, ...(detail === undefined ? {} : { detail }) };
  return (await vscode.window.showWarningMessage(message, options, button)) === button;
}

/** Something that the user confirms once. */
export interface Consent extends Question {
  /** Where what was confirmed of its kind is in the Memento. */
  readonly list: `parley.${'confirmedKeySources' | 'unencryptedOrigins' | 'confirmedOffers'}`;
  /** Says all that it depends on. */
  readonly text: string;
}

/** What the user has confirmed. */
export interface Consents {
  has(consent: Consent): boolean;
  /** Asks unless the user has confirmed it before. Two questions at once are one. */
  ask(consent: Consent): Promise<boolean>;
  /** After the user has confirmed something. */
  readonly onDidChange: vscode.Event<void>;
  readonly dispose: () => void;
}

/** Remembers in `memento` what was confirmed. */
export function createConsents(memento: MementoValues): Consents {
  const confirmed = ({ list }: Consent) => createMementoSet(memento, list);
  const has: Consents['has'] = (consent) => confirmed(consent).has(consent.text);
  const asking = new Map<string, Promise<boolean>>();
  const changed = new vscode.EventEmitter<void>();
  return {
    has,
    async ask(consent) {
      if (has(consent)) {
        return true;
      }
      const { list, text } = consent;
      const entry = `${list} ${text}`;
      const put = async (): Promise<boolean> => {
        const isConfirmed = await confirms(consent);
        if (isConfirmed) {
          await confirmed(consent).add(text);
          changed.fire();
        }
        return isConfirmed;
      };
      const answer = asking.get(entry) ?? put().finally(() => asking.delete(entry));
      asking.set(entry, answer);
      return answer;
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

/** The same, for requests in whose name the user is asked nothing. */
export function withoutQuestions(consents: Consents): Consents {
  return { ...consents, ask: async (consent) => consents.has(consent) };
}

/** All keys: those that are stored, and those that come from elsewhere where the user has confirmed it. */
export interface Keys extends KeyStore {
  readonly sources: SourceKeys;
  readonly consents: Consents;
}

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

/**
 * Whether a host name of a URL is this computer's. A name such as `a.localhost` does not count: browsers look
 * it up on this computer, but Node asks the system, which may ask a server (RFC 6761, section 6.3).
 */
export function isThisComputer(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname);
}

/**
 * Whether a key, or secret headers, may be sent to an origin: always if the origin is encrypted or on this
 * computer, otherwise if the user confirms it, once for each origin.
 */
export async function mayTravelInClear(
  origin: string,
  { consents }: Pick<Keys, 'consents'>,
): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  return (
    protocol === 'https:' ||
    isThisComputer(hostname) ||
    consents.ask({
      list: 'parley.unencryptedOrigins',
      text: origin,
      message: vscode.l10n.t('The connection to {0} is not encrypted', origin),
      detail: vscode.l10n.t(
        'Anyone on the network between you and the service can read the API key, secret headers and the chat.',
      ),
      button: vscode.l10n.t('Send Unencrypted'),
    })
  );
}

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
