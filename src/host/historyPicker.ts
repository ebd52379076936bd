import * as vscode from 'vscode';
import type { ConversationSummary } from './conversationSummary.ts';
import type { HistoryActions } from './historyActions.ts';
import { hitItems, historyItems, type HistoryButton, type HistoryItem } from './historyItems.ts';
import type { HistorySource } from './historySource.ts';
import { onAccepted } from './onAccepted.ts';
import { sayingTrouble } from './storeTrouble.ts';
import { fieldItems, valueItems } from './queryCompletions.ts';

/** What is done while the picker stays. */
type InPlace = 'pin' | 'unpin' | 'remove';

/** What the user wants of the picker that needs the picker gone; `typed` is what stood in the box. */
export type HistoryPick = { readonly typed: string } & (
  | {
      readonly does: 'open' | Exclude<HistoryButton, InPlace>;
      readonly summary: ConversationSummary;
    }
  /** Something with several of those that were listed. */
  | { readonly does: 'several'; readonly summaries: readonly ConversationSummary[] }
);

/** The row to begin at, and what to begin with in the box. */
export interface HistoryStart {
  readonly activeId?: string | undefined;
  readonly typed?: string | undefined;
}

/** A key press is not searched for while the next one may follow. */
const typingPauseMs = 120;

/** Lists and searches the stored conversations until the user has chosen one or left. */
export class HistoryPicker implements vscode.Disposable {
  /** Resolves once the user has chosen or left. */
  readonly picked: Promise<HistoryPick | undefined>;
  readonly #source: HistorySource;
  readonly #actions: HistoryActions;
  readonly #quickPick = vscode.window.createQuickPick<HistoryItem>();
  readonly #filterButton = titleButton('filter', vscode.l10n.t('Narrow by…'));
  readonly #severalButton = titleButton('checklist', vscode.l10n.t('Choose Several…'));
  readonly #stopListening: () => void;
  readonly #stopLooking: () => void;
  #running = new AbortController();
  #typingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    source: HistorySource,
    actions: HistoryActions,
    { activeId, typed = '' }: HistoryStart,
  ) {
    this.#source = source;
    this.#actions = actions;
    const quickPick = this.#quickPick;
    quickPick.title = vscode.l10n.t('Chats');
    quickPick.placeholder = vscode.l10n.t(
      'Search titles and what was said; narrow with model: workspace: tag: after: …',
    );
    quickPick.buttons = [this.#severalButton, this.#filterButton];
    quickPick.matchOnDescription = true;
    quickPick.matchOnDetail = true;
    quickPick.value = typed;
    this.picked = new Promise((resolve) => this.#listen(resolve));
    quickPick.show();
    this.#stopListening = source.history.onDidChange(() => this.#refresh(this.#activeId));
    this.#stopLooking = source.history.keepLooking();
    this.#refresh(activeId);
  }

  dispose(): void {
    this.#stopListening();
    this.#stopLooking();
    clearTimeout(this.#typingTimer);
    this.#running.abort();
    this.#quickPick.dispose();
  }

  get #activeId(): string | undefined {
    return this.#quickPick.activeItems[0]?.summary?.id;
  }

  #listen(resolve: (pick: HistoryPick | undefined) => void): void {
    const quickPick = this.#quickPick;
    onAccepted(quickPick, (item) => this.#accept(item, resolve));
    quickPick.onDidTriggerItemButton(({ button, item }) => {
      const does = item.buttons?.find((known) => known === button)?.does;
      if (does !== undefined && item.summary !== undefined) {
        this.#press(does, item.summary, resolve);
      }
    });
    quickPick.onDidTriggerButton((button) => {
      this.#running.abort();
      if (button === this.#severalButton) {
        const summaries = quickPick.items.flatMap(({ summary }) => summary ?? []);
        resolve({ does: 'several', summaries, typed: quickPick.value });
      } else {
        quickPick.items = fieldItems(quickPick.value);
      }
    });
    quickPick.onDidChangeValue(() => {
      clearTimeout(this.#typingTimer);
      this.#typingTimer = setTimeout(() => this.#refresh(), typingPauseMs);
    });
    quickPick.onDidHide(() => resolve(undefined));
  }

  #accept({ insert, summary }: HistoryItem, resolve: (pick: HistoryPick) => void): void {
    if (insert !== undefined) {
      this.#insert(insert);
    } else if (summary !== undefined) {
      resolve({ does: 'open', summary, typed: this.#quickPick.value });
    }
  }

  #insert(value: string): void {
    this.#quickPick.value = value;
    this.#refresh();
  }

  #press(
    does: HistoryButton,
    summary: ConversationSummary,
    resolve: (pick: HistoryPick) => void,
  ): void {
    if (does === 'rename' || does === 'openInEditor' || does === 'more') {
      resolve({ does, summary, typed: this.#quickPick.value });
      return;
    }
    this.#report(async () => {
      const { remove, pin } = this.#actions;
      await (does === 'remove' ? remove([summary]) : pin([summary], does === 'pin'));
      this.#refresh(summary.id);
    });
  }

  /** Shows what there is for what is typed now, with the row of `activeId` as the active one. */
  #refresh(activeId?: string): void {
    this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    this.#report(async () => {
      this.#quickPick.busy = true;
      await this.#showFor(this.#quickPick.value, running.signal, activeId);
      if (!running.signal.aborted) {
        this.#quickPick.busy = false;
      }
    });
  }

  async #showFor(typed: string, signal: AbortSignal, activeId?: string): Promise<void> {
    const { history, search } = this.#source;
    const options = { currentId: this.#actions.currentId(), now: Date.now() };
    const { summaries, left } = await history.soFar();
    this.#showProgress(summaries.length / (summaries.length + left), signal);
    if (typed.trim() === '') {
      this.#show(historyItems(summaries, options), signal, activeId);
      if (summaries.length + left === 0) {
        const none = vscode.l10n.t('No chats yet: they are here once something was said.');
        this.#quickPick.placeholder = none;
      }
      return;
    }
    const completions = valueItems(typed, summaries, options.now);
    for await (const result of search.find(typed, signal)) {
      this.#showProgress(result.progress ?? 1, signal);
      this.#show([...completions, ...hitItems(result, options)], signal, activeId);
    }
  }

  /** How much of what there is has been read, from 0 to 1, while that takes long. */
  #showProgress(share: number, signal: AbortSignal): void {
    if (!signal.aborted) {
      const chats = vscode.l10n.t('Chats');
      const percent = Math.floor(100 * share);
      this.#quickPick.title =
        share < 1 ? vscode.l10n.t('Chats · {0} % of them read', percent) : chats;
    }
  }

  #show(items: readonly HistoryItem[], signal: AbortSignal, activeId: string | undefined): void {
    if (signal.aborted) {
      return;
    }
    const quickPick = this.#quickPick;
    quickPick.keepScrollPosition = activeId !== undefined;
    quickPick.items = items;
    const active = items.filter(({ summary }) => summary !== undefined && summary.id === activeId);
    if (active.length > 0) {
      quickPick.activeItems = active;
    }
  }

  #report(work: () => Promise<void>): void {
    void sayingTrouble(work);
  }
}

function titleButton(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
