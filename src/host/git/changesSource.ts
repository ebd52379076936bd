import * as vscode from 'vscode';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { ContextSource, PickedContext } from '../context/contextSource.ts';
import { cutSize, isLarge } from '../context/largeItems.ts';
import { subjectOf } from './commitRequest.ts';
import { diffItem, fitDiff, type FittedDiff } from './diff/fitDiff.ts';
import type { DiffSection } from './diff/diffSections.ts';
import {
  branchesOf,
  changesOf,
  commitsOf,
  type GitBranch,
  type GitCommit,
  type GitRepository,
  hasRepository,
  headOf,
  mergeBase,
  openRepositories,
} from './gitApi.ts';
import { pickRepository, repositoryName } from './repositories.ts';
import { readChanges, type WhichChanges } from './repositoryDiff.ts';

/** What Git says has changed: staged or not, in a commit, or since a branch. */
export const changesSource: ContextSource = {
  name: 'changes',
  icon: 'git-compare',
  label: () => vscode.l10n.t('Changes…'),
  isOffered: hasRepository,
  pick: pickChanges,
};

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

/** What is attached at most, in UTF-16 code units; about 100,000 tokens. */
const largestDiff = 400_000;

/**
 * Gives how long the text of changes may be, in UTF-16 code units. Asks the user about changes that are large, and says
 * what a shorter text leaves out. Undefined if they cancelled.
 */
async function askAboutLargeDiff(
  name: string,
  sections: readonly DiffSection[],
): Promise<number | undefined> {
  const most = fitDiff(sections, largestDiff);
  if (!isLarge(diffItem(name, most.text))) {
    return largestDiff;
  }
  const short = fitDiff(sections, cutSize.characters);
  const isWhole = most.cut.length + most.omitted.length === 0;
  const shorter = vscode.l10n.t('Add Shortened');
  const longer = isWhole
    ? vscode.l10n.t('Add Everything')
    : vscode.l10n.t('Add as Much as Possible');
  const hasChoice = short.text !== most.text;
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('This is large. How much of it do you want to add to your message?'),
    {
      modal: true,
      detail: [
        ...(hasChoice
          ? [[vscode.l10n.t('Shortened: about {0} tokens.', tokens(short)), ...leftOut(short)]]
          : []),
        isWhole
          ? [vscode.l10n.t('Everything: about {0} tokens.', tokens(most))]
          : [
              vscode.l10n.t('As much as possible: about {0} tokens.', tokens(most)),
              ...leftOut(most),
            ],
      ]
        .map((sentences) => sentences.join(' '))
        .join('\n\n'),
    },
    ...(hasChoice ? [shorter] : []),
    longer,
  );
  return answer === shorter ? cutSize.characters : answer === longer ? largestDiff : undefined;
}

function tokens({ text }: FittedDiff): string {
  return formatNumber(tokenEstimate(text));
}

/** Which files a text has in part or not at all. */
function leftOut({ files, cut, omitted }: FittedDiff): readonly string[] {
  return [
    ...(cut.length === 0
      ? []
      : [vscode.l10n.t('Only the beginning of large changes: {0}.', named(cut))]),
    ...(omitted.length === 0
      ? []
      : [
          vscode.l10n.t(
            'By name only, {0} of {1} changed files: {2}.',
            formatNumber(omitted.length),
            formatNumber(files),
            named(omitted),
          ),
        ]),
  ];
}

/** How many files are named in a sentence, and with how many UTF-16 code units. */
const maxNamed = 5;
const maxNameLength = 200;

function named(paths: readonly string[]): string {
  const names = paths.slice(0, maxNamed).map((path) => visibleText(path.slice(0, maxNameLength)));
  return [...names, ...(paths.length > maxNamed ? ['…'] : [])].join(', ');
}
