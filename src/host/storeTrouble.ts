import * as vscode from 'vscode';
import { messageOf } from './messageOf.ts';

/** Why a file system refuses, in the words of the errors of Node and VS Code, by what is to be said. */
const reasons: readonly (readonly [pattern: RegExp, words: () => string])[] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, () => vscode.l10n.t('the disk is full')],
  [/EROFS|read-?only/i, () => vscode.l10n.t('the disk can only be read')],
  [/EACCES|EPERM|NoPermissions|permission/i, () => vscode.l10n.t('writing there is not allowed')],
  [/EBUSY|EMFILE|locked|busy/i, () => vscode.l10n.t('the file is in use by another program')],
];

/** What keeps a file from being written: in plain words where they are known, then as it was said. */
export function storeTrouble(error: unknown): string {
  const message = messageOf(error);
  const words = reasons.find(([pattern]) => pattern.test(message))?.[1]();
  return words === undefined ? message : `${words} (${message})`;
}
