import * as vscode from 'vscode';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { commitStyle } from './commitChanges.ts';
import { commitQuestion } from './commitPrompt.ts';
import { diffItem } from './diff/diffItem.ts';
import { type FittedDiff, fitDiff } from './diff/fitDiff.ts';
import type { GitRepository } from './gitApi.ts';
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
