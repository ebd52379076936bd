import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import type { PickedContext } from '../context/contextSource.ts';
import { subjectOf } from './commitPrompt.ts';
import { diffItem } from './diff/diffItem.ts';
import type { DiffSection } from './diff/diffSections.ts';
import { fitDiff } from './diff/fitDiff.ts';
import { askAboutLargeDiff, largestDiff } from './askAboutLargeDiff.ts';
import {
  branchesOf,
  changesOf,
  commitsOf,
  type GitBranch,
  type GitCommit,
  type GitRepository,
  headOf,
  mergeBase,
  openRepositories,
} from './gitApi.ts';
import { readChanges, type WhichChanges } from './repositoryDiff.ts';
import { pickRepository, repositoryName } from './repositories.ts';

/** Changes that the user picked. */
interface PickedChanges {
  readonly which: WhichChanges;
  /** In English: the service reads it, too. */
  readonly name: string;
}

/** Lets the user pick changes of a repository, and reads them. Undefined if they cancelled. Throws what Git throws. */
export async function pickChanges(
  token: vscode.CancellationToken,
): Promise<PickedContext | undefined> {
  const repository = await pickRepository(vscode.l10n.t('Add to Chat'));
  const picked = repository && (await pickWhich(repository));
  if (repository === undefined || picked === undefined || token.isCancellationRequested) {
    return undefined;
  }
  const isOnly = (await openRepositories()).length === 1;
  const name = isOnly
    ? picked.name
    : `${picked.name} in ${visibleText(repositoryName(repository))}`;
  const read = async () => (await readChanges(repository, picked.which, largestDiff * 2)).sections;
  const sections = await read();
  if (sections.length === 0) {
    return { items: [], problems: [vscode.l10n.t('There are no such changes.')] };
  }
  const length = await askAboutLargeDiff(name, sections);
  if (length === undefined || token.isCancellationRequested) {
    return undefined;
  }
  const itemOf = (now: readonly DiffSection[]): ContextItem | undefined =>
    now.length === 0 ? undefined : diffItem(name, fitDiff(now, length).text);
  const item = itemOf(sections);
  const renew = picked.which.kind === 'commit' ? undefined : async () => itemOf(await read());
  return { items: item === undefined ? [] : [{ item, renew, isConfirmed: true }] };
}

async function pickWhich(repository: GitRepository): Promise<PickedChanges | undefined> {
  const { conflicts, staged, working, untracked } = changesOf(repository);
  const unstaged = conflicts.length + working.length + untracked.length;
  const title = vscode.l10n.t('Add to Chat');
  const rows = [
    staged.length > 0 && {
      label: `$(check) ${vscode.l10n.t('Staged Changes')}`,
      description: countText(staged.length),
      pick: async (): Promise<PickedChanges> => ({
        which: { kind: 'staged' },
        name: 'staged changes',
      }),
    },
    unstaged > 0 && {
      label: `$(edit) ${vscode.l10n.t('Changes That Are Not Staged')}`,
      description: countText(unstaged),
      pick: async (): Promise<PickedChanges> => ({
        which: { kind: 'working' },
        name: 'changes that are not staged',
      }),
    },
    {
      label: `$(git-commit) ${vscode.l10n.t('A Commit…')}`,
      description: '',
      pick: async () => pickCommit(repository, title),
    },
    {
      label: `$(git-branch) ${vscode.l10n.t('Changes Since a Branch…')}`,
      description: '',
      pick: async () => pickBranch(repository, title),
    },
  ].filter((row) => row !== false);
  const placeHolder = vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.');
  return (await vscode.window.showQuickPick(rows, { title, placeHolder }))?.pick();
}

function countText(files: number): string {
  return plural(files, {
    one: vscode.l10n.t('{0} file', formatNumber(files)),
    other: vscode.l10n.t('{0} files', formatNumber(files)),
  });
}

/** How many commits are listed. */
const maxCommits = 200;

/** Digits of a hash that are shown. */
const shownHash = 7;

async function pickCommit(
  repository: GitRepository,
  title: string,
): Promise<PickedChanges | undefined> {
  const rows = commitsOf(repository, { maxEntries: maxCommits }).then((commits) =>
    commits.map((commit) => ({ ...commitRow(commit), commit })),
  );
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t('Choose a commit'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked === undefined) {
    return undefined;
  }
  const { hash, parents, message } = picked.commit;
  return {
    which: { kind: 'commit', hash, parent: parents[0] },
    name: `commit ${hash.slice(0, shownHash)} ${subjectOf(message)}`.trim(),
  };
}

function commitRow({ hash, message, authorName = '', authorDate }: GitCommit) {
  return {
    label: labelText(subjectOf(message)),
    description: hash.slice(0, shownHash),
    detail: [
      labelText(authorName.slice(0, 100)),
      authorDate?.toLocaleDateString(vscode.env.language) ?? '',
    ]
      .filter((part) => part !== '')
      .join(', '),
  };
}

async function pickBranch(
  repository: GitRepository,
  title: string,
): Promise<PickedChanges | undefined> {
  const head = headOf(repository);
  const rows = branchesOf(repository).then((branches) =>
    branches
      .filter(({ name }) => name !== head?.name)
      .map((branch) => ({
        label: `$(git-branch) ${labelText(branch.name)}`,
        description: branch.commit.slice(0, shownHash),
        branch,
      })),
  );
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: vscode.l10n.t('Choose the branch to compare with'),
  });
  return picked && since(repository, picked.branch);
}

async function since(
  repository: GitRepository,
  { name, commit }: GitBranch,
): Promise<PickedChanges> {
  const head = headOf(repository)?.commit;
  const base = head === undefined ? undefined : await mergeBase(repository, commit, head);
  // Branches without a common commit are compared as they are.
  return {
    which: { kind: 'since', hash: base ?? commit },
    name: `changes since ${visibleText(name.slice(0, 200))}`,
  };
}
