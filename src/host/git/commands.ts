import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import { type Command, isNone, type ReadCommand } from '../base/commands.ts';
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
  /** `name` is what a keybinding passes to a command that is also about other things. */
  const onRepository = (
    act: (messages: CommitMessages, root: vscode.Uri | undefined) => unknown,
    name?: string,
  ): ReadCommand => ({
    read([given, ...others]) {
      const root = rootOf(given);
      return root !== undefined || (given === name && isNone(others))
        ? async () => act(await load(), root)
        : undefined;
    },
  });
  return {
    commands: {
      'parley.generateCommitMessage': onRepository(async (messages, root) =>
        messages.generate(root),
      ),
      'parley.restoreCommitMessage': onRepository(async (messages, root) => messages.restore(root)),
    } satisfies Record<string, Command>,
    preview: onRepository(async (messages, root) => messages.preview(root), 'commitMessage'),
    stop: onRepository((messages, root) => messages.stop(root), 'commitMessage'),
  };
}
