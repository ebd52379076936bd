import * as vscode from 'vscode';
import { ServiceError } from '../../../service/serviceError.ts';
import type { OutsideSource } from '../../../shared/service/keySource.ts';
import { nameText, notificationText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { failureText } from '../listFailure.ts';
import type { SourceKeys } from './sourceKeys.ts';

/** How long a message stays in the status bar, in milliseconds. */
const statusMs = 5000;

/**
 * What “Set API Key” does for a key that is not typed: signs in, runs the command again, or says where the key
 * comes from. Gives whether there is a key now.
 */
export async function setOutsideKey(
  connection: Connection,
  source: OutsideSource,
  sources: SourceKeys,
): Promise<boolean> {
  if (source.kind === 'environment') {
    sayWhereKeyComesFrom(connection, source, sources);
    return sources.isSet(source.variable) === true;
  }
  try {
    const isDone =
      source.kind === 'microsoft'
        ? await sources.signIn(connection, source)
        : await runAgain(connection, source, sources);
    if (isDone) {
      vscode.window.setStatusBarMessage(
        source.kind === 'microsoft'
          ? vscode.l10n.t('Signed in with your Microsoft account.')
          : vscode.l10n.t('The command printed an API key.'),
        statusMs,
      );
    }
    return isDone;
  } catch (error) {
    if (!(error instanceof ServiceError && error.kind === 'aborted')) {
      void vscode.window.showErrorMessage(notificationText(failureText(error)));
    }
    return false;
  }
}

async function runAgain(
  connection: Connection,
  source: OutsideSource,
  sources: SourceKeys,
): Promise<boolean> {
  const known = await sources.get(connection, source);
  if (known.isKept) {
    sources.reject(source, known.key);
    await sources.get(connection, source);
  }
  return true;
}

/** Says where the key of a connection comes from, and leads to the page on which that can be changed. */
export function sayWhereKeyComesFrom(
  { name }: Connection,
  source: OutsideSource,
  { isSet }: Pick<SourceKeys, 'isSet'>,
): void {
  const manage = vscode.l10n.t('Manage Connections');
  const words = whereFrom(nameText(name), source, isSet);
  // Nobody waits until the notification is closed.
  void vscode.window
    .showInformationMessage(words, manage)
    .then((answer) =>
      answer === manage ? vscode.commands.executeCommand('parley.manageConnections') : undefined,
    );
}

function whereFrom(name: string, source: OutsideSource, isSet: SourceKeys['isSet']): string {
  switch (source.kind) {
    case 'environment':
      return isSet(source.variable) === true
        ? vscode.l10n.t(
            'The API key for {0} comes from the environment variable {1}, which is set.',
            name,
            source.variable,
          )
        : vscode.l10n.t(
            'The API key for {0} comes from the environment variable {1}, which is not set. Set it, then restart VS Code.',
            name,
            source.variable,
          );
    case 'command':
      return vscode.l10n.t(
        'The API key for {0} comes from a command. Parley does not save it.',
        name,
      );
    case 'microsoft':
      return vscode.l10n.t(
        'Requests of {0} use your Microsoft account. To sign out, use the Accounts menu of VS Code.',
        name,
      );
  }
}
