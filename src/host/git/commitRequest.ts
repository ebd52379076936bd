import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { diffItem, fitDiff, type FittedDiff } from './diff/fitDiff.ts';
import {
  changesOf,
  commitsOf,
  configOf,
  type GitCommit,
  type GitRepository,
  headOf,
} from './gitApi.ts';
import { readChanges, type WhichChanges } from './repositoryDiff.ts';

/** A request for a message. */
export interface CommitRequest {
  readonly message: UserMessage;
  readonly which: WhichChanges;
  readonly diff: FittedDiff;
  readonly signature: string;
  readonly enough: number;
}

/** What is sent at most, in UTF-16 code units; about 20,000 tokens. */
const maxDiffLength = 60_000;

/** So much of a context length may be changes. A token of code has about three characters. */
const lengthPerContextToken = 1.5;

/** Reads the changes and the last commits. Throws what Git throws. */
export async function prepareRequest(
  repository: GitRepository,
  which: WhichChanges,
  contextLength: number | undefined,
  signal: AbortSignal,
): Promise<CommitRequest> {
  const budget = Math.min(maxDiffLength, (contextLength ?? maxDiffLength) * lengthPerContextToken);
  // What is left out is counted, as far as that takes no time.
  const enough = budget * 20;
  const [style, { sections, signature }] = await Promise.all([
    commitStyle(repository),
    readChanges(repository, which, enough, signal),
  ]);
  const diff = fitDiff(sections, budget);
  const name = which.kind === 'staged' ? 'staged changes' : 'all changes';
  const message = { text: commitQuestion(style), context: [diffItem(name, diff.text)] };
  return { message, which, diff, signature, enough };
}

/** Whether the changes are still those that were sent. */
export async function isUnchanged(
  repository: GitRepository,
  { which, signature, enough }: CommitRequest,
): Promise<boolean> {
  await repository.status();
  return (await readChanges(repository, which, enough)).signature === signature;
}

/** Says how much of the changes is not sent. */
export function sayCut({ files, cut, omitted }: FittedDiff): void {
  if (cut.length + omitted.length === 0) {
    return;
  }
  const showRequest = vscode.l10n.t('Preview Request');
  const words = vscode.l10n.t(
    'The changes are too long to be sent completely. {0}',
    [
      vscode.l10n.t('Files sent in part: {0}.', formatNumber(cut.length)),
      vscode.l10n.t(
        'Sent by name only: {0} of {1} files.',
        formatNumber(omitted.length),
        formatNumber(files),
      ),
    ].join(' '),
  );
  void vscode.window
    .showInformationMessage(words, showRequest)
    .then((answer) =>
      answer === showRequest
        ? vscode.commands.executeCommand('parley.showRequest', 'commitMessage')
        : undefined,
    );
}

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

/**
 * The system prompt for the message of a commit, with the user's own instructions. The service reads it, so it is not
 * translated.
 */
export function commitSystemPrompt(instructions: string): string {
  return [
    'Write the Git commit message for the changes that the user sends.',
    'The first line says what the commit does, in at most 72 characters. If the reason or the effect is not clear from it, add an empty line and a short text.',
    'Follow the recent commits in language, tense, prefixes and length.',
    'Describe only what the changes show. Reply with the message alone: no quotation marks, no code fence, no introduction.',
    ...(instructions === '' ? [] : [`Instructions of the user:\n${instructions}`]),
  ].join('\n');
}

/** What the style of a message is taken from. */
export interface CommitStyle {
  readonly branch: string | undefined;
  /** The newest first. */
  readonly recent: readonly GitCommit[];
  /** Those of the user. */
  readonly own: readonly GitCommit[];
}

/** How many subjects are sent of each list. */
const maxSubjects = 10;

/** Of a subject or the name of a branch. In UTF-16 code units. */
const maxSubjectLength = 200;

/** What is sent beside the changes. */
export function commitQuestion({ branch, recent, own }: CommitStyle): string {
  const known = new Set(own.map(({ hash }) => hash));
  const others = recent.filter(({ hash }) => !known.has(hash));
  const sections = [
    list('Recent commits of the author:', own),
    list(own.length === 0 ? 'Recent commits:' : 'Recent commits of others:', others),
    bodies([...own, ...others]),
    branch === undefined ? '' : `Branch: ${shown(branch)}`,
    'The changes to commit:',
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function list(title: string, commits: readonly GitCommit[]): string {
  const subjects = commits.slice(0, maxSubjects).map(({ message }) => `- ${subjectOf(message)}`);
  return subjects.length === 0 ? '' : [title, ...subjects].join('\n');
}

function bodies(commits: readonly GitCommit[]): string {
  const count = commits.filter(({ message }) => message.trim().includes('\n')).length;
  return commits.length === 0
    ? ''
    : `Commits with more than one line: ${count} of ${commits.length}.`;
}

/** The first line of a message. */
export function subjectOf(message: string): string {
  return shown(message.trimStart().split('\n', 1)[0] ?? '');
}

function shown(text: string): string {
  const line = visibleText(text.slice(0, maxSubjectLength).trim());
  return text.length > maxSubjectLength ? `${line}…` : line;
}
