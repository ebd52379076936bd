import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import type { Log } from './log.ts';
import type { StorePlace } from './storePlace.ts';
import type { StoredConversation } from './loadConversation.ts';
import { storeTrouble } from './storeTrouble.ts';
import type { WriteEvents } from './writeQueue.ts';

/** Hears of what goes wrong with stored conversations. */
export interface StoreNotes extends WriteEvents {
  /** Some of a conversation could not be read: `tell` says so where it is shown. */
  damaged(stored: StoredConversation, tell: (notice: PanelNotice) => void): void;
}

/** Says in the panels and in the log what goes wrong with the conversations stored at `place`. */
export function createStoreNotes(
  place: Pick<StorePlace, 'folder'>,
  log: Log,
  notice: (notice: PanelNotice) => void,
): StoreNotes {
  return {
    failed(error) {
      const text = vscode.l10n.t(
        'The conversation could not be saved: {0}. It stays here and can be copied; saving is tried again.',
        storeTrouble(error),
      );
      log.error(text);
      notice({ severity: 'error', text });
    },
    recovered() {
      const text = vscode.l10n.t('The conversation is saved again.');
      log.info(text);
      notice({ severity: 'info', text });
    },
    damaged({ setAside, unreadable }, tell) {
      if (setAside.length + unreadable.length === 0) {
        return;
      }
      for (const file of setAside) {
        log.warn(`A stored file is damaged and was set aside: ${place.folder.path}/${file}`);
      }
      for (const file of unreadable) {
        log.warn(`A stored file could not be read: ${place.folder.path}/${file}`);
      }
      tell({
        severity: 'warning',
        text: vscode.l10n.t(
          'Some of this conversation could not be read ({0} files). Everything else is here. Nothing was deleted: the log has the names.',
          setAside.length + unreadable.length,
        ),
      });
    },
  };
}
