import * as vscode from 'vscode';
import type { PanelNotice } from '../../shared/panel/panelProtocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { notificationText } from '../base/safeText.ts';
import { fileCount } from '../base/phrases.ts';
import type { StoredConversation } from './loadConversation.ts';
import type { StorePlace } from './storeFolder.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Hears of what goes wrong with stored conversations. */
export interface StoreNotices extends WriteEvents {
  /** A conversation was opened: what of it could not be read or is not to be changed, `tell` says where it is shown. */
  opened(stored: StoredConversation, tell: (notice: PanelNotice) => void): void;
  /** What whoever comes now has to be told: that saving fails. */
  standing(): PanelNotice | undefined;
}

/** Says in the panels and in the log what goes wrong with the conversations stored at `place`. */
export function createStoreNotices(
  place: Pick<StorePlace, 'folder'>,
  log: Log,
  notice: (notice: PanelNotice) => void,
): StoreNotices {
  let standing: PanelNotice | undefined;
  return {
    standing: () => standing,
    failed(error) {
      const text = vscode.l10n.t(
        'The conversation could not be saved: {0}. It stays here and can be copied; saving is tried again.',
        // It may be a sentence of its own.
        storeTrouble(error).replace(/\.$/, ''),
      );
      log.error(`${text} ${messageOf(error)}`);
      standing = { severity: 'error', text };
      notice(standing);
    },
    recovered() {
      const text = vscode.l10n.t('The conversation is saved again.');
      log.info(text);
      standing = undefined;
      notice({ severity: 'info', text });
    },
    opened(stored, tell) {
      for (const file of stored.setAside) {
        log.warn(`A stored file is damaged and was set aside: ${place.folder.path}/${file}`);
      }
      for (const file of stored.unreadable) {
        log.warn(`A stored file could not be read: ${place.folder.path}/${file}`);
      }
      const text = openedText(stored);
      if (text !== '') {
        tell({ severity: 'warning', text });
      }
    },
  };
}

function openedText({ conversation, setAside, unreadable }: StoredConversation): string {
  const count = setAside.length + unreadable.length;
  return [
    ...(count > 0 ? [damagedText(count)] : []),
    ...(conversation.isReadOnly === true ? [readOnlyText()] : []),
  ].join(' ');
}

function damagedText(count: number): string {
  return vscode.l10n.t(
    'Some of this conversation could not be read ({0}). Everything else is here. Nothing was deleted: the log has the names.',
    fileCount(count),
  );
}

function readOnlyText(): string {
  return vscode.l10n.t(
    'A newer version of Parley has written this conversation: it is shown as far as it can be read, and not changed.',
  );
}

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
    const words = vscode.l10n.t(
      'That could not be done: {0}',
      notificationText(storeTrouble(error)),
    );
    void vscode.window.showErrorMessage(words);
  }
}

/** Why nothing can be done with a chat that is nowhere but in memory. */
export function unsavedText(): string {
  return vscode.l10n.t('the chat is not saved yet. Saving is tried again.');
}
