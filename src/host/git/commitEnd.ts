import * as vscode from 'vscode';
import { isLengthReason } from '../../service/reply/choice.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';
import { cleanMessage } from './cleanMessage.ts';
import { type BoxMemory, type CommitBox, remember } from './commitBox.ts';
import type { GitRepository } from './gitApi.ts';

/** A reply that has ended, and the box that it was shown in. */
interface EndedMessage {
  readonly repository: GitRepository;
  readonly reply: Reply;
  readonly box: CommitBox;
  /** What was in the box at the start. */
  readonly before: string;
  /** Whether the changes are still those that were sent. */
  readonly isSame: () => Promise<boolean>;
}

/**
 * Writes the message into the box if the user has typed nothing there and the changes are the same as at the start;
 * otherwise offers it. A message that was stopped stays as far as it came; one that failed is taken back.
 */
export async function endMessage(
  ended: EndedMessage,
  memory: BoxMemory,
  sayFailed: (text: string) => void,
): Promise<void> {
  const { repository, reply, box, before } = ended;
  const message = cleanMessage(reply.text);
  if (reply.status === 'failed') {
    box.reset();
    sayFailed([reply.error?.message ?? '', reply.error?.detail ?? ''].join(' ').trim());
    return;
  }
  if (message === '') {
    box.reset();
    if (reply.status !== 'stopped') {
      sayFailed(vscode.l10n.t('The model returned no text.'));
    }
    return;
  }
  const reason = await write(message, ended);
  if (reason === undefined) {
    remember(repository, before, message, memory);
    sayIfCut(reply);
  } else if (reply.status !== 'stopped') {
    // Nobody waits for the answer: the user may generate another message meanwhile.
    void offer(repository, message, reason, memory);
  }
}

/** Writes a message into the box. Gives a sentence about why it was not written, if it was not. */
async function write(
  message: string,
  { box, isSame, reply }: EndedMessage,
): Promise<string | undefined> {
  const isStopped = reply.status === 'stopped';
  if (box.isOwn() && !isStopped && !(await isSame())) {
    box.reset();
    return vscode.l10n.t(
      'The changes are no longer those that the commit message was generated for. It was not inserted.',
    );
  }
  // The user may have typed while the changes were read.
  return box.show(message)
    ? undefined
    : vscode.l10n.t(
        'The text in the commit message box has changed and was kept. The generated message was not inserted.',
      );
}

/** Offers a message that was not written into the box. It is not modal: the user may be typing. */
async function offer(
  repository: GitRepository,
  message: string,
  reason: string,
  memory: BoxMemory,
): Promise<void> {
  const insert = vscode.l10n.t('Insert');
  const copy = vscode.l10n.t('Copy');
  const answer = await vscode.window.showInformationMessage(reason, insert, copy);
  if (answer === insert) {
    remember(repository, repository.inputBox.value, message, memory);
    repository.inputBox.value = message;
  } else if (answer === copy) {
    await vscode.env.clipboard.writeText(message);
  }
}

function sayIfCut({ status, finishReason, flaws }: Reply): void {
  if (status === 'truncated') {
    void vscode.window.showWarningMessage(
      isLengthReason(finishReason ?? null)
        ? vscode.l10n.t('The commit message was cut off at the token limit. Complete it by hand.')
        : vscode.l10n.t('The reply ended early. Complete the commit message by hand.'),
    );
  } else if (flaws?.damagedEvents !== undefined) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Part of the reply arrived damaged. Check the commit message.'),
    );
  }
}
