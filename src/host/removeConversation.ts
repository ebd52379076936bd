import * as vscode from 'vscode';
import type { ConversationSummary } from './conversationSummary.ts';
import type { HistoryServices } from './historyActions.ts';
import { noticeText } from './noticeText.ts';
import { storeTrouble } from './storeTrouble.ts';
import { unsavedText } from './unsavedText.ts';

type RemovalServices = Pick<
  HistoryServices,
  'stop' | 'leave' | 'isUnsaved' | 'store' | 'history' | 'flush'
>;

/**
 * Takes a conversation away until it is purged; panels that show it show a new one. Throws what the file
 * system throws; then it stays where it is, as does one that could not be saved.
 */
async function removeConversation(
  { id }: ConversationSummary,
  { stop, leave, isUnsaved, store, history, flush }: RemovalServices,
): Promise<void> {
  stop(id);
  await flush();
  if (isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  await store.remove(id);
  leave(id);
  history.touch(id);
}

/** Takes several away, one after another; where one fails, `onRemoved` hears of those before it. */
export async function removeConversations(
  summaries: readonly ConversationSummary[],
  services: RemovalServices,
  onRemoved: (removed: readonly ConversationSummary[]) => void,
): Promise<void> {
  const removed: ConversationSummary[] = [];
  try {
    for (const summary of summaries) {
      await removeConversation(summary, services);
      removed.push(summary);
    }
  } finally {
    onRemoved(removed);
  }
}

/** Offers to bring back what was removed, and deletes it for good where the user does not want that. */
export async function offerUndo(
  removed: readonly ConversationSummary[],
  { store, history }: RemovalServices,
): Promise<void> {
  if (removed.length === 0) {
    return;
  }
  const undo = vscode.l10n.t('Undo');
  const [first] = removed;
  const words =
    removed.length === 1
      ? vscode.l10n.t('The chat "{0}" was deleted.', noticeText(first?.title ?? ''))
      : vscode.l10n.t('{0} chats were deleted.', removed.length);
  const answer = await vscode.window.showInformationMessage(words, undo);
  for (const { id, title } of removed) {
    try {
      await (answer === undo ? store.restore(id) : store.purge(id));
    } catch (error) {
      void vscode.window.showErrorMessage(noticeText(`${title}: ${storeTrouble(error)}`));
    }
    history.touch(id);
  }
}
