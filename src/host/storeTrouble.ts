import * as vscode from 'vscode';
import { messageOf } from './messageOf.ts';
import { noticeText } from './noticeText.ts';

/** Why a file system refuses, in the words of the errors of Node and VS Code, by what is to be said. */
const reasons: readonly (readonly [pattern: RegExp, words: () => string])[] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, () => vscode.l10n.t('the disk is full')],
  [/EROFS|read-?only/i, () => vscode.l10n.t('the disk can only be read')],
  [/EACCES|EPERM|NoPermissions|permission/i, () => vscode.l10n.t('writing there is not allowed')],
  [/EBUSY|EMFILE|locked|busy/i, () => vscode.l10n.t('the file is in use by another program')],
];

/**
 * What keeps a file from being written: in plain words and the system's code where they are known, else as
 * it was said.
 */
export function storeTrouble(error: unknown): string {
  const message = messageOf(error);
  const [pattern, words] = reasons.find(([known]) => known.test(message)) ?? [];
  const [code] = (pattern && /\b(?:E[A-Z]{3,}|NoPermissions)\b/.exec(message)) ?? [];
  return words === undefined ? message : [words(), code && `(${code})`].filter(Boolean).join(' ');
}

/** Does what the user wants with stored chats; what keeps it from being done is said. */
export async function sayingTrouble(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const words = vscode.l10n.t('That could not be done: {0}', noticeText(storeTrouble(error)));
    void vscode.window.showErrorMessage(words);
  }
}
