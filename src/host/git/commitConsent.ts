import * as vscode from 'vscode';
import type { MementoValues } from '../base/memory/mementoMap.ts';
import { createMementoSet } from '../base/memory/mementoSet.ts';
import { nameText } from '../base/safeText.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import type { ReadyTarget } from '../connections/target.ts';

/** The answer of a user who has not cancelled. */
export type CommitConsent = 'generate' | 'preview';

/**
 * Gives a function that says what is sent for the message of a commit and where, once for each connection and
 * address, and asks. Later clicks send at once, as users of VS Code expect of the button.
 */
export function createCommitConsent(
  memento: MementoValues,
): (target: ReadyTarget) => Promise<CommitConsent | undefined> {
  const agreed = createMementoSet(memento, 'parley.commitMessages');
  return async ({ connection, model }) => {
    const key = `${connection.id} ${connection.baseUrl}`;
    if (connection.id === demoConnection.id || agreed.has(key)) {
      return 'generate';
    }
    const generate = vscode.l10n.t('Generate');
    const preview = vscode.l10n.t('Preview Request');
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Generate commit messages with {0}?', nameText(model)),
      {
        modal: true,
        detail: vscode.l10n.t(
          'This sends the staged changes to {0}. If nothing is staged, it sends all changes, including new files. The subjects of recent commits and the name of the branch are included. Parley asks once for each connection.',
          nameText(connection.name),
        ),
      },
      generate,
      preview,
    );
    if (answer === generate) {
      await agreed.add(key);
      return 'generate';
    }
    return answer === preview ? 'preview' : undefined;
  };
}
