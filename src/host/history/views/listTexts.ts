import * as vscode from 'vscode';
import { formatNumber, plural } from '../../../shared/language.ts';

/** What a list of chats shows while there are none. */
export function noChatsText(): string {
  return vscode.l10n.t('No chats yet. Your chats appear here.');
}

/** How much has been read, as `share` from 0 to 1 of the chats; undefined once all have been read. */
export function progressText(share: number): string | undefined {
  const percent = formatNumber(Math.floor(100 * share) / 100, { style: 'percent' });
  return share < 1 ? vscode.l10n.t('{0} of chats indexed', percent) : undefined;
}

/** That a search skipped `count` chats; undefined for none. */
export function skippedText(count: number): string | undefined {
  return count === 0
    ? undefined
    : plural(count, {
        one: vscode.l10n.t('{0} chat could not be read and was skipped.', formatNumber(count)),
        other: vscode.l10n.t('{0} chats could not be read and were skipped.', formatNumber(count)),
      });
}
