import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import type { Command } from '../base/commands.ts';
import type { ContextSource } from '../context/contextSource.ts';
import type { GitTools } from './gitTools.ts';

/** Loads what works with Git. */
type LoadGitTools = () => Promise<GitTools>;

/** VS Code's own Git extension. Undefined where it does not run beside Parley, as in a browser. */
function gitExtension(): vscode.Extension<unknown> | undefined {
  return vscode.extensions.getExtension('vscode.git');
}

/** Shows the commands where there is Git. */
export function showGitCommands(): vscode.Disposable {
  tellOfGit();
  return vscode.extensions.onDidChange(tellOfGit);
}

function tellOfGit(): void {
  const isThere = gitExtension() !== undefined;
  void vscode.commands.executeCommand('setContext', 'parley.git', isThere);
}

/**
 * The commands for the message of a commit. From the view "Source Control" they act on the repository that they were
 * chosen for, from elsewhere on the one that the user picks.
 */
export function gitCommands(load: LoadGitTools) {
  const onRepository = (
    act: (tools: GitTools, root: vscode.Uri | undefined) => unknown,
  ): Command => ({
    read([control]) {
      const root = isRecord(control) ? control['rootUri'] : control;
      return root === undefined || root instanceof vscode.Uri
        ? async () => act(await load(), root)
        : undefined;
    },
  });
  return {
    'parley.generateCommitMessage': onRepository(async ({ messages }, root) =>
      messages.generate(root),
    ),
    'parley.previewCommitMessage': onRepository(async ({ messages }, root) =>
      messages.preview(root),
    ),
    'parley.restoreCommitMessage': onRepository(async ({ messages }, root) =>
      messages.restore(root),
    ),
    'parley.stopCommitMessage': onRepository(({ messages }, root) => messages.stop(root)),
  } satisfies Record<string, Command>;
}

/** Changes in the lists of what can be attached. */
export function changesSource(load: LoadGitTools): ContextSource {
  return {
    name: 'changes',
    icon: 'git-compare',
    label: () => vscode.l10n.t('Changes…'),
    isOffered: hasRepository,
    pick: async (token) => (await load()).pickChanges(token),
  };
}

function hasRepository(): boolean {
  const git = gitExtension();
  const exported = git?.isActive === true ? git.exports : undefined;
  if (!isRecord(exported) || typeof exported['getAPI'] !== 'function') {
    return false;
  }
  try {
    // Throws if Git is switched off.
    const api: unknown = exported['getAPI'](1);
    return isRecord(api) && Array.isArray(api['repositories']) && api['repositories'].length > 0;
  } catch {
    return false;
  }
}
