import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { type Command, isNone } from '../base/commands.ts';
import type { CommitMessages } from './commitMessages.ts';

/** Shows the commands where there is Git. */
export function showGitCommands(): vscode.Disposable {
  tellOfGit();
  return vscode.extensions.onDidChange(tellOfGit);
}

function tellOfGit(): void {
  // VS Code's own Git extension. It is not there where it does not run beside Parley, as in a browser.
  const isThere = vscode.extensions.getExtension('vscode.git') !== undefined;
  void vscode.commands.executeCommand('setContext', 'parley.git', isThere);
}

/** The root of a source control, which VS Code passes to the commands of its title. */
function rootOf(control: unknown): vscode.Uri | undefined {
  const root = isRecord(control) ? control['rootUri'] : undefined;
  return root instanceof vscode.Uri ? root : undefined;
}

/**
 * The commands for the message of a commit. From the view "Source Control" they act on the repository that they were
 * chosen for, from elsewhere on the one that the user picks.
 */
export function gitCommands(load: () => Promise<CommitMessages>) {
  const onRepository = (
    act: (messages: CommitMessages, root: vscode.Uri | undefined) => unknown,
  ): Command => ({
    read(args) {
      const root = rootOf(args[0]);
      return root !== undefined || isNone(args) ? async () => act(await load(), root) : undefined;
    },
  });
  return {
    'parley.generateCommitMessage': onRepository(async (messages, root) => messages.generate(root)),
    'parley.previewCommitMessage': onRepository(async (messages, root) => messages.preview(root)),
    'parley.restoreCommitMessage': onRepository(async (messages, root) => messages.restore(root)),
    'parley.stopCommitMessage': onRepository((messages, root) => messages.stop(root)),
  } satisfies Record<string, Command>;
}
