import * as vscode from 'vscode';
import { ServiceError } from '../../../service/serviceError.ts';
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
