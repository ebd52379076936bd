import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import type { Log } from './log.ts';
import { messageOf } from './messageOf.ts';
import type { StorePlace } from './storePlace.ts';
import type { StoredConversation } from './loadConversation.ts';
import { storeTrouble } from './storeTrouble.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Hears of what goes wrong with stored conversations. */
export interface StoreNotes extends WriteEvents {
  /** Some of a conversation could not be read: `tell` says so where it is shown. */
  damaged(stored: StoredConversation, tell: (notice: PanelNotice) => void): void;
  /** What whoever comes now has to be told: that saving fails. */
  standing(): PanelNotice | undefined;
}

/** Says in the panels and in the log what goes wrong with the conversations stored at `place`. */
export function createStoreNotes(
  place: Pick<StorePlace, 'folder'>,
  log: Log,
  notice: (notice: PanelNotice) => void,
): StoreNotes {
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
    damaged({ setAside, unreadable }, tell) {
      for (const file of setAside) {
        log.warn(`A stored file is damaged and was set aside: ${place.folder.path}/${file}`);
      }
      for (const file of unreadable) {
        log.warn(`A stored file could not be read: ${place.folder.path}/${file}`);
      }
      const count = setAside.length + unreadable.length;
      if (count > 0) {
        tell({ severity: 'warning', text: damagedText(count) });
      }
    },
  };
}

function damagedText(count: number): string {
  return vscode.l10n.t(
    'Some of this conversation could not be read ({0} files). Everything else is here. Nothing was deleted: the log has the names.',
    count,
  );
}
