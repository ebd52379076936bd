import * as vscode from 'vscode';
import { notificationText } from '../base/safeText.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { storeTrouble } from '../store/storeNotices.ts';
import type { ChatSummary } from './chatSummary.ts';
import type { History } from './history.ts';

/** How long a deleted chat can be brought back, in this window or another one. */
export const undoMs = 60 * 60 * 1000;

/** The chats that were deleted in this window and can still be brought back. */
export type Removals = ReturnType<typeof createRemovals>;

/** No chat was deleted yet. */
export function createRemovals(
  store: Pick<ChatStore, 'restore' | 'purge'>,
  history: Pick<History, 'touch'>,
) {
  const offered = new Set<ChatSummary>();
  const purge = async (summary: ChatSummary): Promise<void> => {
    if (offered.delete(summary)) {
      await store.purge(summary.id);
    }
  };
  const restore = async (summary: ChatSummary): Promise<void> => {
    if (!offered.delete(summary)) {
      throw new Error(vscode.l10n.t('It was deleted for good an hour after its deletion.'));
    }
    await store.restore(summary.id);
    history.touch(summary.id);
  };
  return {
    /**
     * Offers with these words to bring back chats. They are deleted for good once the user closes the offer, after
     * `undoMs`, and when the window ends. Throws nothing.
     */
    async offerUndo(removed: readonly ChatSummary[], words: string) {
      removed.forEach((summary) => offered.add(summary));
      const timer = setTimeout(() => void each(removed, purge), undoMs);
      const undo = vscode.l10n.t('Undo');
      const answer = await vscode.window.showInformationMessage(words, undo);
      clearTimeout(timer);
      await each(removed, answer === undo ? restore : purge);
    },
    /** Deletes for good what can still be brought back. */
    end: async () => each([...offered], purge),
  };
}

/** Throws nothing: the user is told what fails. */
async function each(
  summaries: readonly ChatSummary[],
  act: (summary: ChatSummary) => Promise<void>,
): Promise<void> {
  for (const summary of summaries) {
    try {
      await act(summary);
    } catch (error) {
      const words = `${summary.title}: ${storeTrouble(error)}`;
      void vscode.window.showErrorMessage(notificationText(words));
    }
  }
}
