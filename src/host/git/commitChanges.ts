import * as vscode from 'vscode';
import {
  changesOf,
  commitsOf,
  configOf,
  type GitCommit,
  type GitRepository,
  headOf,
} from './gitApi.ts';
import { type CommitStyle, maxSubjects } from './commitPrompt.ts';
import type { WhichChanges } from './repositoryDiff.ts';

/** What the next commit would hold. */
export type ChangesToCommit = Extract<WhichChanges, { readonly kind: 'staged' | 'working' }>;

/**
 * The staged changes; if there are none, all changes that VS Code would commit then. Gives a sentence if nothing can be
 * committed now. Throws what Git throws.
 */
export async function changesToCommit(
  repository: GitRepository,
): Promise<ChangesToCommit | string> {
  // The user may have staged something outside of VS Code just now.
  await repository.status();
  const { conflicts, staged, working, untracked } = changesOf(repository);
  if (conflicts.length > 0) {
    return vscode.l10n.t('There are merge conflicts. Resolve them, then generate the message.');
  }
  if (repository.state.rebaseCommit !== undefined) {
    return vscode.l10n.t(
      'A rebase is in progress. Its commits have messages already. Finish the rebase first.',
    );
  }
  if (staged.length > 0) {
    return { kind: 'staged' };
  }
  const isTrackedOnly = commitsTrackedOnly(repository);
  return working.length > 0 || (untracked.length > 0 && !isTrackedOnly)
    ? { kind: 'working', isTrackedOnly }
    : vscode.l10n.t('There are no changes to commit.');
}

/** Whether VS Code leaves out new files if it commits although nothing is staged. */
function commitsTrackedOnly({ rootUri }: GitRepository): boolean {
  const settings = vscode.workspace.getConfiguration('git', rootUri);
  return (
    settings.get<unknown>('smartCommitChanges') === 'tracked' ||
    settings.get<unknown>('untrackedChanges') === 'separate'
  );
}

/** The last commits of the repository and of the user, without merges. What cannot be read is left out. */
export async function commitStyle(repository: GitRepository): Promise<CommitStyle> {
  const options = { maxEntries: maxSubjects, maxParents: 1 };
  const email = await configOf(repository, 'user.email');
  const [recent, own] = await Promise.all([
    commitsOf(repository, options).catch(() => []),
    email === undefined
      ? []
      : commitsOf(repository, { ...options, author: literally(email) }).catch(() => []),
  ]);
  const isOwn = ({ authorEmail }: GitCommit) => authorEmail?.toLowerCase() === email?.toLowerCase();
  return {
    branch: headOf(repository)?.name,
    recent: recent.filter(isPlain),
    // Old versions ignore the author.
    own: own.filter((commit) => isOwn(commit) && isPlain(commit)),
  };
}

function isPlain({ parents }: GitCommit): boolean {
  return parents.length < 2;
}

/** As a basic regular expression, which `--author` of Git is. */
function literally(email: string): string {
  return email.replaceAll(/[.*[\]^$\\]/g, String.raw`\$&`);
}
