import * as vscode from 'vscode';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { historyItems, type HistoryButton, type HistoryItem } from './historyItems.ts';
import { messageOf } from './messageOf.ts';

/** What can be done with a stored conversation. */
export interface HistoryActions {
  readonly currentId: () => string;
  open(summary: ConversationSummary): Promise<void>;
  pin(summary: ConversationSummary, pinned: boolean): Promise<void>;
  /** Asks for a new title. */
  rename(summary: ConversationSummary): Promise<void>;
  remove(summary: ConversationSummary): Promise<void>;
  /** Offers to bring back what was removed, and deletes it for good where the user does not want that. */
  offerUndo(removed: readonly ConversationSummary[]): Promise<void>;
}

/** What the user wants of the picker that needs the picker gone. */
interface Pick {
  readonly does: 'open' | 'rename';
  readonly summary: ConversationSummary;
}

/** Shows all stored conversations; resolves when the user has opened one or left. */
export async function showHistory(history: Summaries, actions: HistoryActions): Promise<void> {
  const removed: ConversationSummary[] = [];
  try {
    await pickAndAct(history, {
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
  }
}

async function pickAndAct(history: Summaries, actions: HistoryActions): Promise<void> {
  let activeId: string | undefined;
  for (;;) {
    const picker = new HistoryPicker(history, actions, activeId);
    const pick = await picker.picked.finally(() => picker.dispose());
    if (pick?.does !== 'rename') {
      return pick && actions.open(pick.summary);
    }
    await actions.rename(pick.summary);
    activeId = pick.summary.id;
  }
}

type Summaries = { readonly all: ConversationHistory['all'] };

class HistoryPicker implements vscode.Disposable {
  /** Resolves once the user has chosen or left. */
  readonly picked: Promise<Pick | undefined>;
  readonly #history: Summaries;
  readonly #actions: HistoryActions;
  readonly #quickPick = vscode.window.createQuickPick<HistoryItem>();

  constructor(history: Summaries, actions: HistoryActions, activeId: string | undefined) {
    this.#history = history;
    this.#actions = actions;
    const quickPick = this.#quickPick;
    quickPick.title = vscode.l10n.t('Chats');
    quickPick.placeholder = vscode.l10n.t('Search by title, model, tag or workspace');
    quickPick.matchOnDescription = true;
    this.picked = new Promise((resolve) => {
      quickPick.onDidAccept(() => {
        const summary = quickPick.selectedItems[0]?.summary;
        resolve(summary && { does: 'open', summary });
      });
      quickPick.onDidTriggerItemButton(({ button, item }) => {
        const does = item.buttons?.find((known) => known === button)?.does;
        if (does !== undefined && item.summary !== undefined) {
          this.#press(does, item.summary, resolve);
        }
      });
      quickPick.onDidHide(() => resolve(undefined));
    });
    quickPick.show();
    this.#run(async () => this.#show(activeId));
  }

  dispose(): void {
    this.#quickPick.dispose();
  }

  #press(does: HistoryButton, summary: ConversationSummary, resolve: (pick: Pick) => void): void {
    if (does === 'rename') {
      resolve({ does, summary });
      return;
    }
    this.#run(async () => {
      const actions = this.#actions;
      await (does === 'remove' ? actions.remove(summary) : actions.pin(summary, does === 'pin'));
      await this.#show(summary.id);
    });
  }

  async #show(activeId: string | undefined): Promise<void> {
    const quickPick = this.#quickPick;
    quickPick.busy = true;
    const summaries = await this.#history.all();
    quickPick.busy = false;
    quickPick.keepScrollPosition = activeId !== undefined;
    quickPick.items = historyItems(summaries, this.#actions.currentId(), Date.now());
    const active = quickPick.items.filter(({ summary }) => summary?.id === activeId);
    if (active.length > 0) {
      quickPick.activeItems = active;
    }
    if (summaries.length === 0) {
      quickPick.placeholder = vscode.l10n.t('No chats yet: they are here once something was said.');
    }
  }

  #run(work: () => Promise<void>): void {
    work().catch((error: unknown) => void vscode.window.showErrorMessage(messageOf(error)));
  }
}
