import type { ConversationSummary } from './conversationSummary.ts';
import type { HistoryActions } from './historyActions.ts';
import { HistoryPicker, type HistoryStart } from './historyPicker.ts';
import type { HistorySource } from './historySource.ts';

/** Shows all stored conversations; resolves when the user has opened one or left. */
export async function showHistory(source: HistorySource, actions: HistoryActions): Promise<void> {
  const removed: ConversationSummary[] = [];
  try {
    await pickAndAct(source, {
      ...actions,
      async remove(summary) {
        await actions.remove(summary);
        removed.push(summary);
      },
    });
  } finally {
    if (removed.length > 0) {
      // Not waited for, since the user may go on while it is offered. While the picker is open it
      // would not be seen.
      void actions.offerUndo(removed);
    }
    await source.search.release();
  }
}

async function pickAndAct(source: HistorySource, actions: HistoryActions): Promise<void> {
  let start: HistoryStart = {};
  for (;;) {
    const picker = new HistoryPicker(source, actions, start);
    const pick = await picker.picked.finally(() => picker.dispose());
    if (pick?.does !== 'rename') {
      return pick && actions.open(pick.summary, pick.does === 'open' ? 'panel' : 'editor');
    }
    await actions.rename(pick.summary);
    start = { activeId: pick.summary.id, typed: pick.typed };
  }
}
