import * as vscode from 'vscode';
import { labelText } from '../../base/safeText.ts';
import { chatCount } from '../../base/phrases.ts';
import {
  createHistoryActions,
  type HistoryActions,
  type HistoryServices,
  offerUndo,
} from '../chatActions.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { HistorySource } from '../historySource.ts';
import { HistoryPicker, type HistoryStart } from './chatsPicker.ts';
import { chooseChats } from './chooseChats.ts';

/**
 * Shows all stored conversations; resolves when the user has opened one or left. `onLeave` is called
 * where none was opened.
 */
export async function showHistory(
  source: HistorySource,
  services: HistoryServices,
  onLeave: () => Promise<void>,
): Promise<void> {
  // While the picker is open an offer would not be seen.
  const removed: ChatSummary[] = [];
  try {
    const actions = createHistoryActions(services, (some) => removed.push(...some));
    if (!(await pickAndAct(source, actions))) {
      await onLeave();
    }
  } finally {
    // Not waited for, since the user may go on while it is offered.
    void offerUndo(removed, services);
    await source.search.release();
  }
}

/** Resolves to whether the user has opened one. */
async function pickAndAct(source: HistorySource, actions: HistoryActions): Promise<boolean> {
  let start: HistoryStart = {};
  for (;;) {
    const picker = new HistoryPicker(source, actions, start);
    const pick = await picker.picked.finally(() => picker.dispose());
    if (pick?.does === 'rename') {
      await actions.rename(pick.summary);
    } else if (pick?.does === 'more') {
      await chooseMore(pick.summary, actions);
    } else if (pick?.does === 'several') {
      await actOnSeveral(pick.summaries, actions);
    } else if (pick === undefined) {
      return false;
    } else {
      await actions.open(pick.summary, pick.does === 'open' ? 'panel' : 'editor');
      return true;
    }
    const activeId = pick.does === 'several' ? undefined : pick.summary.id;
    start = { activeId, typed: pick.typed };
  }
}

/** What is done less often than what the buttons of a row are for. */
async function chooseMore(summary: ChatSummary, actions: HistoryActions): Promise<void> {
  const items = [
    { label: vscode.l10n.t('Edit Tags…'), act: async () => actions.tag([summary]) },
    { label: vscode.l10n.t('Duplicate'), act: async () => actions.duplicate([summary]) },
    { label: vscode.l10n.t('Export…'), act: async () => actions.exportTo([summary]) },
    {
      label: vscode.l10n.t('Title From the Model…'),
      description: vscode.l10n.t('a request that costs tokens'),
      act: async () => actions.titleFromModel(summary),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: labelText(summary.title) });
  await picked?.act();
}

/** Lets the user choose several of the conversations, and what is done with them. */
export async function actOnSeveral(
  summaries: readonly ChatSummary[],
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
