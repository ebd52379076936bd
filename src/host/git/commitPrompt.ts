import { visibleText } from '../../shared/visibleText.ts';
import type { GitCommit } from './gitApi.ts';

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
export const maxSubjects = 10;

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
