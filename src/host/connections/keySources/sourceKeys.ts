import * as vscode from 'vscode';
import { ServiceError } from '../../../service/serviceError.ts';
import {
  type KeySource,
  type OutsideSource,
  sourceText,
} from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { messageOf } from '../../base/errorMessage.ts';
import type { Log } from '../../base/log.ts';
import type { Redactor } from '../../base/redactor.ts';
import { sayIfPlainKey } from '../keys/typedKey.ts';
import { createCommandKeys, type SourceKey } from './commandKeys.ts';
import type { NodeKeys } from './loadNodeKeys.ts';

/** The keys that come from environment variables, commands and Microsoft's sign-in. */
export interface SourceKeys {
  /** The key for a request. Throws `ServiceError` of kind `auth` if the source gives none. */
  get(source: OutsideSource): Promise<SourceKey>;
  /** Forgets a key that the service has rejected. */
  reject(source: KeySource, key: string): void;
  /**
   * Lets the user sign in where that is needed, or `again`, perhaps with another account. Gives false if the user closed
   * the sign-in. Throws `ServiceError` of kind `auth` if one cannot sign in again.
   */
  signIn(source: OutsideSource, when: 'ifNeeded' | 'again'): Promise<boolean>;
  /** The keys that were used in this window. */
  used(): readonly string[];
  /** Whether an environment variable is set; `undefined` where there are none. */
  isSet(variable: string): boolean | undefined;
  /** Whether sources of this kind exist in this extension host. */
  isHere(kind: KeySource['kind']): boolean;
}

interface SourceServices {
  /** Gives `undefined` in the extension host of a browser. */
  readonly node: () => NodeKeys | undefined;
  readonly session: MicrosoftSession;
  readonly redactor: Pick<Redactor, 'learn' | 'redact'>;
  readonly log: Pick<Log, 'info'>;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
}

/** Tells the redactor each key before anybody gets it. Keys of commands are kept in memory only. */
export function createSourceKeys(services: SourceServices): SourceKeys {
  const { node, session, redactor, log } = services;
  const commands = createCommandKeys(redactor.redact, services.now);
  const seen = new Set<string>();
  const read = async (source: OutsideSource): Promise<SourceKey> => {
    const text = sourceText(source);
    if (source.kind === 'microsoft') {
      return { key: await microsoftToken(text, session), isKept: false };
    }
    const own = node();
    if (own === undefined) {
      throw notInBrowser(source);
    }
    return source.kind === 'command'
      ? commands.get(text, own)
      : { key: variableKey(text, own), isKept: false };
  };
  return {
    async get(source) {
      const found = await read(source);
      if (source.kind === 'command' && !found.isKept) {
        log.info('A command printed an API key.');
      }
      if (!seen.has(found.key)) {
        seen.add(found.key);
        redactor.learn(found.key);
        sayIfPlainKey(found.key);
      }
      return found;
    },
    reject(source, key) {
      if (source.kind === 'command') {
        log.info(
          'The service rejected the API key of a command, which runs again for the next key.',
        );
        commands.forget(source.command, key);
      }
    },
    signIn: async (source, when) =>
      source.kind !== 'microsoft' || signIn(sourceText(source), session, when),
    used: () => [...seen],
    isSet: (variable) => node() && (node()?.readVariable(variable) ?? '').trim() !== '',
    isHere: (kind) => (kind !== 'environment' && kind !== 'command') || node() !== undefined,
  };
}

function variableKey(variable: string, node: NodeKeys): string {
  const key = node.readVariable(variable)?.trim() ?? '';
  if (key === '') {
    throw new ServiceError(
      'auth',
      vscode.l10n.t(
        'The environment variable {0} for the API key is not set. Nothing was sent.',
        variable,
      ),
      { code: failureCode.keyVariable, keySource: 'environment' },
    );
  }
  return key;
}

function notInBrowser({ kind }: OutsideSource): ServiceError {
  return new ServiceError(
    'auth',
    vscode.l10n.t(
      'The API key of this connection comes from an environment variable or a command. These are not available in VS Code in a browser. Nothing was sent.',
    ),
    { code: failureCode.keyNotInBrowser, keySource: kind },
  );
}

/** VS Code's Microsoft sign-in. */
export type MicrosoftSession = (
  scopes: readonly string[],
  options: vscode.AuthenticationGetSessionOptions,
) => Thenable<Pick<vscode.AuthenticationSession, 'accessToken'> | undefined>;

/** The sign-in of this VS Code. */
export const microsoftSession: MicrosoftSession = (scopes, options) =>
  vscode.authentication.getSession('microsoft', scopes, options);

/**
 * The access token for a request, for one scope or several with spaces between them. VS Code renews it. Never asks the
 * user anything. Throws `ServiceError` of kind `auth` if nobody is signed in, or if there is no such sign-in.
 */
export async function microsoftToken(scope: string, session: MicrosoftSession): Promise<string> {
  const token = await silentToken(scope, session);
  if (token === undefined) {
    throw signInError(
      vscode.l10n.t('You are not signed in with a Microsoft account. Nothing was sent.'),
    );
  }
  return token;
}

/**
 * Lets the user sign in: `ifNeeded`, or `again`, perhaps with another account. Gives false if the user cancelled.
 * Throws `ServiceError` of kind `auth` if there is no such sign-in to be made again.
 */
export async function signIn(
  scope: string,
  session: MicrosoftSession,
  when: 'ifNeeded' | 'again',
): Promise<boolean> {
  const silent = silentToken(scope, session);
  // Where there is no sign-in, the request fails with an error that says what to do.
  if (when === 'ifNeeded' && (await silent.catch(() => '')) !== undefined) {
    return true;
  }
  await silent;
  try {
    await session(scopesOf(scope), {
      createIfNone: true,
      clearSessionPreference: when === 'again',
    });
    return true;
  } catch {
    // The user closed the question or the browser page; VS Code says why where there is another reason.
    return false;
  }
}

async function silentToken(scope: string, session: MicrosoftSession): Promise<string | undefined> {
  try {
    return (await session(scopesOf(scope), { silent: true }))?.accessToken;
  } catch (error) {
    throw signInError(
      vscode.l10n.t('VS Code’s Microsoft sign-in is not available here: {0}', messageOf(error)),
    );
  }
}

function scopesOf(scope: string): readonly string[] {
  return scope.split(' ').filter((part) => part !== '');
}

function signInError(message: string): ServiceError {
  return new ServiceError('auth', message, {
    code: failureCode.keySignIn,
    keySource: 'microsoft',
  });
}
