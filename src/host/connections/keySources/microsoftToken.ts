import * as vscode from 'vscode';
import { ServiceError } from '../../../service/serviceError.ts';
import { defaultScope } from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import { messageOf } from '../../base/errorMessage.ts';

/** VS Code's Microsoft sign-in. */
export type MicrosoftSession = (
  scopes: readonly string[],
  options: vscode.AuthenticationGetSessionOptions,
) => Thenable<Pick<vscode.AuthenticationSession, 'accessToken'> | undefined>;

/** The sign-in of this VS Code. */
export const microsoftSession: MicrosoftSession = (scopes, options) =>
  vscode.authentication.getSession('microsoft', scopes, options);

interface Scope {
  readonly scope?: string | undefined;
}

function scopesOf({ scope = defaultScope }: Scope): readonly string[] {
  return scope.split(' ').filter((part) => part !== '');
}

/**
 * The access token for a request. VS Code renews it. Never asks the user anything. Throws `ServiceError` of kind
 * `auth` if nobody is signed in, or if there is no such sign-in.
 */
export async function microsoftToken(source: Scope, session: MicrosoftSession): Promise<string> {
  const found = await unlessMissing(session(scopesOf(source), { silent: true }));
  if (found === undefined) {
    throw signInError(
      vscode.l10n.t('You are not signed in with a Microsoft account. Nothing was sent.'),
    );
  }
  return found.accessToken;
}

/**
 * Lets the user sign in: `ifNeeded`, or `again`, perhaps with another account. Gives false if the user cancelled.
 * Throws `ServiceError` of kind `auth` if there is no such sign-in.
 */
export async function signIn(
  source: Scope,
  session: MicrosoftSession,
  when: 'ifNeeded' | 'again',
): Promise<boolean> {
  const scopes = scopesOf(source);
  const known = await unlessMissing(session(scopes, { silent: true }));
  if (known !== undefined && when === 'ifNeeded') {
    return true;
  }
  try {
    await session(scopes, { createIfNone: true, clearSessionPreference: when === 'again' });
    return true;
  } catch {
    // The user closed the question or the browser page; VS Code says why where there is another reason.
    return false;
  }
}

async function unlessMissing<T>(asked: Thenable<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw signInError(
      vscode.l10n.t('VS Code’s Microsoft sign-in is not available here: {0}', messageOf(error)),
    );
  }
}

function signInError(message: string): ServiceError {
  return new ServiceError('auth', message, {
    code: failureCode.keySignIn,
    keySource: 'microsoft',
  });
}
