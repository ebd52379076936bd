import * as vscode from 'vscode';
import type { PanelNotice } from '../../shared/panel/panelState.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { notificationText } from '../base/safeText.ts';
import type { StoredConversation } from './loadConversation.ts';
import { ReadError } from './readError.ts';
import type { StoreFolder } from './storeFolder.ts';

/** Called as writing begins to fail and works again. */
export interface WriteEvents {
  /** A write has failed, after all before it had worked; it is repeated until it works. */
  failed(error: unknown): void;
  /** Everything that could not be written has been written. */
  recovered(): void;
}

/** Tells the user about problems with the stored chats. */
export type StoreNotices = ReturnType<typeof createStoreNotices>;

/** Tells in the panels, with `notice`, and in the log. `folder` is that of the chats. */
export function createStoreNotices(
  folder: Pick<StoreFolder, 'uri'>,
  log: Log,
  notice: (notice: PanelNotice) => void,
) {
  let standing: PanelNotice | undefined;
  return {
    /** The notice for panels that are opened now: that saving fails; undefined while it works. */
    standing: () => standing,
    failed(error: unknown) {
      const text = vscode.l10n.t(
        'The chat could not be saved: {0}. It stays in this window and can be copied. Parley keeps trying to save it.',
        // The reason may be a sentence with a full stop of its own.
        storeTrouble(error).replace(/\.$/, ''),
      );
      log.error(`A chat could not be saved: ${messageOf(error)}`);
      standing = { severity: 'error', text };
      notice(standing);
    },
    recovered() {
      const text = vscode.l10n.t('Saving works again. The chat is saved.');
      log.info('The chats are saved again.');
      standing = undefined;
      notice({ severity: 'info', text });
    },
    /** Tells with `tell` which parts of an opened chat could not be read, and whether it is read-only. */
    opened(stored: StoredConversation, tell: (notice: PanelNotice) => void) {
      for (const file of stored.setAside) {
        log.warn(`A stored file is damaged and was set aside: ${folder.uri.path}/${file}`);
      }
      for (const file of stored.unreadable) {
        log.warn(`A stored file could not be read: ${folder.uri.path}/${file}`);
      }
      const text = openedText(stored);
      if (text !== '') {
        tell({ severity: 'warning', text });
      }
    },
  };
}

function openedText({ conversation, setAside, unreadable }: StoredConversation): string {
  const { isReadOnly, turns } = conversation;
  const parts = [
    setAside.length + unreadable.length > 0 &&
      (turns.length > 0
        ? vscode.l10n.t(
            'Part of this chat could not be read. Nothing was deleted. See the log for the file names.',
          )
        : vscode.l10n.t(
            'This chat could not be read. Nothing was deleted. See the log for the file names.',
          )),
    isReadOnly === true &&
      vscode.l10n.t(
        'This chat was saved by a newer version of Parley. It is read-only, and parts of it may be missing.',
      ),
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** How the errors of Node and VS Code are recognised, and what the user is told instead. */
const reasons: readonly (readonly [pattern: RegExp, words: (isReading: boolean) => string])[] = [
  [/ENOSPC|EDQUOT|no space left|quota/i, () => vscode.l10n.t('the disk is full')],
  [/EROFS|read-?only/i, () => vscode.l10n.t('the disk is read-only')],
  [
    /EACCES|EPERM|NoPermissions|permission/i,
    (isReading) =>
      isReading
        ? vscode.l10n.t('reading is not permitted')
        : vscode.l10n.t('writing is not permitted'),
  ],
  [/EBUSY|EMFILE|locked|busy/i, () => vscode.l10n.t('the file is in use by another program')],
];

/** Why a file could not be read or written: in plain words with the system's code, or the error's own message. */
export function storeTrouble(error: unknown): string {
  const message = messageOf(error);
  const [pattern, words] = reasons.find(([known]) => known.test(message)) ?? [];
  const [code] = (pattern && /\b(?:E[A-Z]{3,}|NoPermissions)\b/.exec(message)) ?? [];
  return words === undefined
    ? message
    : [words(error instanceof ReadError), code && `(${code})`].filter(Boolean).join(' ');
}

/**
 * Opens the chat that a panel showed before the window was reloaded; `open` returns false if it does not exist.
 * Returns what to tell the user if it cannot be shown. Throws nothing.
 */
export async function reopenProblem(
  open: () => Promise<boolean>,
): Promise<PanelNotice | undefined> {
  try {
    // A crash may have come between the note of what is shown and the first file of the chat.
    const gone = vscode.l10n.t(
      'The chat that was shown here was not found. It was deleted or never saved.',
    );
    return (await open()) ? undefined : { severity: 'warning', text: gone };
  } catch (error) {
    const text = vscode.l10n.t(
      'The chat that was shown here could not be read: {0}',
      storeTrouble(error),
    );
    return { severity: 'error', text };
  }
}

/** Runs `work`, an action of the user. What it throws is shown as an error message. */
export async function sayingTrouble(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const words = vscode.l10n.t(
      'The action could not be completed: {0}',
      notificationText(storeTrouble(error)),
    );
    void vscode.window.showErrorMessage(words);
  }
}

/** The error for an action on a chat that no longer exists. */
export function goneText(): string {
  return vscode.l10n.t('This chat no longer exists.');
}

/** The error for an action on a chat that is in memory only. */
export function unsavedText(): string {
  return vscode.l10n.t('The chat is not saved yet. Parley keeps trying to save it.');
}
