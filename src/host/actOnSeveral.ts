import * as vscode from 'vscode';
import { chatCount } from './chatCount.ts';
import { chooseChats } from './chooseChats.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import type { HistoryActions } from './historyActions.ts';

/** Lets the user choose several of the conversations, and what is done with them. */
export async function actOnSeveral(
  summaries: readonly ConversationSummary[],
  actions: HistoryActions,
): Promise<void> {
  const chosen = await chooseChats(summaries, {
    title: vscode.l10n.t('Choose Several Chats'),
    placeHolder: vscode.l10n.t('Then choose what to do with them'),
  });
  if (chosen.length === 0) {
    return;
  }
  const items = [
    { label: vscode.l10n.t('Pin'), act: async () => actions.pin(chosen, true) },
    { label: vscode.l10n.t('Unpin'), act: async () => actions.pin(chosen, false) },
    { label: vscode.l10n.t('Edit Tags…'), act: async () => actions.tag(chosen) },
    { label: vscode.l10n.t('Duplicate'), act: async () => actions.duplicate(chosen) },
    { label: vscode.l10n.t('Export…'), act: async () => actions.exportTo(chosen) },
    { label: vscode.l10n.t('Delete'), act: async () => actions.remove(chosen) },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: chatCount(chosen.length) });
  await picked?.act();
}
