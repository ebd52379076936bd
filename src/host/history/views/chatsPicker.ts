import * as vscode from 'vscode';
import { isolatedLabelText, labelText } from '../../base/safeText.ts';
import { sayingTrouble } from '../../store/storeNotices.ts';
import type { ChatActions } from '../chatActions.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { HistorySource, SearchHit } from '../search/historySearch.ts';
import { listChats } from './chatList.ts';
import type { ChatGroup } from './dayGroups.ts';
import { chatRow, type ChatRow, type ChatRowStates } from './chatRow.ts';
import { fieldItems, valueItems } from './queryCompletions.ts';

/**
 * Lists and searches the stored chats until the user opens one or closes the list. Gives whether one was
 * opened. Throws what the file system throws as a chat is opened.
 */
export async function showChats(
  source: HistorySource,
  actions: ChatActions,
  states: ChatRowStates,
): Promise<boolean> {
  const picker = new ChatsPicker(source, actions, states);
  try {
    const chosen = await picker.chosen.finally(() => picker.dispose());
    if (chosen !== undefined) {
      await actions.open([chosen]);
    }
    return chosen !== undefined;
  } finally {
    await source.search.release();
  }
}

/** Pause after a key press before the search starts, as another one may follow. */
const typingPauseMs = 120;

/** The list while it is open. */
class ChatsPicker implements vscode.Disposable {
  /** The chat that the user chooses; undefined where they leave. */
  readonly chosen: Promise<ChatSummary | undefined>;
  readonly #source: HistorySource;
  readonly #actions: ChatActions;
  readonly #states: ChatRowStates;
  readonly #quickPick = vscode.window.createQuickPick<ChatItem>();
  readonly #stopListening: () => void;
  readonly #stopLooking: () => void;
  #running = new AbortController();
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether an action is running that may have taken the place of the list for a while. */
  #isReplaced = false;

  constructor(source: HistorySource, actions: ChatActions, states: ChatRowStates) {
    this.#source = source;
    this.#actions = actions;
    this.#states = states;
    const quickPick = this.#quickPick;
    quickPick.title = vscode.l10n.t('Chats');
    quickPick.placeholder = vscode.l10n.t(
      'Search titles and messages; filter with model: workspace: tag: after: …',
    );
    quickPick.buttons = [
      { iconPath: new vscode.ThemeIcon('filter'), tooltip: vscode.l10n.t('Filter') },
    ];
    quickPick.matchOnDescription = true;
    quickPick.matchOnDetail = true;
    this.chosen = new Promise((resolve) => this.#listen(resolve));
    quickPick.show();
    this.#stopListening = source.history.onDidChange(() => this.#refresh(this.#activeId));
    this.#stopLooking = source.history.keepLooking();
    this.#refresh();
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

  #listen(resolve: (chosen: ChatSummary | undefined) => void): void {
    const quickPick = this.#quickPick;
    quickPick.onDidAccept(() => {
      // Its rows may be replaced by thousands of others meanwhile; the active one is nearly always the one that was seen.
      const [row] = quickPick.activeItems;
      if (row?.insert !== undefined) {
        quickPick.value = row.insert;
        this.#refresh();
      } else if (row?.summary !== undefined) {
        resolve(row.summary);
      }
    });
    quickPick.onDidTriggerItemButton(({ button, item }) => {
      const does = item.buttons?.find((known) => known === button)?.does;
      if (does !== undefined && item.summary !== undefined) {
        this.#press(does, item.summary);
      }
    });
    quickPick.onDidTriggerButton(() => {
      this.#running.abort();
      quickPick.items = fieldItems(quickPick.value);
    });
    quickPick.onDidChangeValue(() => {
      clearTimeout(this.#typingTimer);
      this.#typingTimer = setTimeout(() => this.#refresh(), typingPauseMs);
    });
    quickPick.onDidHide(() => this.#isReplaced || resolve(undefined));
  }

  #press(does: keyof ChatActions, summary: ChatSummary): void {
    void sayingTrouble(async () => {
      // An input box hides the list for a while.
      this.#isReplaced = true;
      try {
        await this.#actions[does]([summary]);
      } finally {
        this.#isReplaced = false;
        this.#quickPick.show();
        this.#refresh(summary.id);
      }
    });
  }

  /** Shows the rows for what is typed now, with the row of `activeId` as the active one. */
  #refresh(activeId?: string): void {
    this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    void sayingTrouble(async () => {
      this.#quickPick.busy = true;
      await this.#showFor(this.#quickPick.value, running.signal, activeId);
      if (!running.signal.aborted) {
        this.#quickPick.busy = false;
      }
    });
  }

  async #showFor(typed: string, signal: AbortSignal, activeId?: string): Promise<void> {
    const { summaries } = await this.#source.history.soFar();
    const values = valueItems(typed, summaries, Date.now());
    for await (const { groups, progress, remarks } of listChats(this.#source, typed, signal)) {
      if (!signal.aborted) {
        const parts = [vscode.l10n.t('Chats'), ...(progress === undefined ? [] : [progress])];
        this.#quickPick.title = parts.join(' · ');
      }
      const rows = groupItems(groups, (hit) => this.#item(hit, typed));
      const said = remarks.map((words) => ({
        label: `$(info) ${labelText(words)}`,
        alwaysShow: true,
      }));
      this.#show([...values, ...rows, ...said], signal, activeId);
    }
  }

  #item(hit: SearchHit, typed: string): ChatItem {
    const { summary } = hit;
    const { label, description, snippet, icon, buttons } = chatRow(
      hit,
      this.#states.of(summary.id),
    );
    return {
      summary,
      label: isolatedLabelText(label),
      description: labelText([description, summary.model].filter(Boolean).join(' · ')),
      iconPath: new vscode.ThemeIcon(icon),
      buttons,
      ...(snippet === undefined ? {} : { detail: labelText(snippet) }),
      // VS Code's own filter knows nothing of contents.
      alwaysShow: typed.trim() !== '',
    };
  }

  #show(items: readonly ChatItem[], signal: AbortSignal, activeId: string | undefined): void {
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
}

/** A row of the list. Separators, remarks and completions have no chat. */
interface ChatItem extends vscode.QuickPickItem {
  readonly summary?: ChatSummary;
  readonly buttons?: ChatRow['buttons'];
  /** What the input box holds once the row is taken. */
  readonly insert?: string;
}

/** VS Code is slow with more rows, and older chats are found faster with the search. */
const mostRows = 500;

function groupItems(
  groups: readonly ChatGroup[],
  itemOf: (hit: SearchHit) => ChatItem,
): readonly ChatItem[] {
  const rows: ChatItem[] = [];
  let left = mostRows;
  for (const { name, members } of groups) {
    const shown = members.slice(0, Math.max(left, 0));
    left -= members.length;
    if (name !== undefined && shown.length > 0) {
      rows.push(separator(name));
    }
    rows.push(...shown.map(itemOf));
  }
  return left >= 0 ? rows : [...rows, separator(vscode.l10n.t('Search to find older chats'))];
}

function separator(label: string): ChatItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
