import * as vscode from 'vscode';
import { formatNumber, plural } from '../../../shared/language.ts';
import { onAccepted } from '../../base/quickInput.ts';
import { isolatedLabelText, labelText } from '../../base/safeText.ts';
import { sayingTrouble } from '../../store/storeNotices.ts';
import type { ChatActions } from '../chatActions.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { HistorySource } from '../historySource.ts';
import type { SearchResult } from '../search/search.ts';
import type { SearchHit } from '../search/searchContents.ts';
import { dayGroups, timeText } from './dayGroups.ts';
import { noChatsText, progressText, skippedText } from './listTexts.ts';
import { fieldItems, queryProblem, valueItems } from './queryCompletions.ts';

/**
 * Lists and searches the stored chats until the user opens one or closes the list. Gives whether one was
 * opened. Throws what the file system throws as a chat is opened.
 */
export async function showChats(
  source: HistorySource,
  actions: RowActions & Pick<ChatActions, 'open'>,
  currentId: () => string,
): Promise<boolean> {
  const picker = new ChatsPicker(source, actions, currentId);
  try {
    const chosen = await picker.chosen.finally(() => picker.dispose());
    if (chosen !== undefined) {
      await actions.open(chosen, 'panel');
    }
    return chosen !== undefined;
  } finally {
    await source.search.release();
  }
}

/** What the buttons of a row do. */
type RowActions = Pick<ChatActions, 'pin' | 'rename' | 'remove'>;

/** Pause after a key press before the search starts, as another one may follow. */
const typingPauseMs = 120;

/** The list while it is open. */
class ChatsPicker implements vscode.Disposable {
  /** The chat that the user chooses; undefined where they leave. */
  readonly chosen: Promise<ChatSummary | undefined>;
  readonly #source: HistorySource;
  readonly #actions: RowActions;
  readonly #currentId: () => string;
  readonly #quickPick = vscode.window.createQuickPick<ChatItem>();
  readonly #stopListening: () => void;
  readonly #stopLooking: () => void;
  #running = new AbortController();
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether an input box has taken the place of the list for a while. */
  #isReplaced = false;

  constructor(source: HistorySource, actions: RowActions, currentId: () => string) {
    this.#source = source;
    this.#actions = actions;
    this.#currentId = currentId;
    const quickPick = this.#quickPick;
    quickPick.title = vscode.l10n.t('Chats');
    quickPick.placeholder = vscode.l10n.t(
      'Search titles and messages; filter with model: workspace: tag: after: …',
    );
    quickPick.buttons = [
      { iconPath: new vscode.ThemeIcon('filter'), tooltip: vscode.l10n.t('Filter…') },
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
    onAccepted(quickPick, ({ insert, summary }) => {
      if (insert !== undefined) {
        quickPick.value = insert;
        this.#refresh();
      } else if (summary !== undefined) {
        resolve(summary);
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

  #press(does: keyof RowActions, summary: ChatSummary): void {
    const { pin, rename, remove } = this.#actions;
    void sayingTrouble(async () => {
      try {
        switch (does) {
          case 'pin':
            await pin([summary], !summary.pinned);
            break;
          case 'rename':
            await this.#replaced(async () => rename(summary));
            break;
          case 'remove':
            await remove([summary]);
            break;
        }
      } finally {
        this.#refresh(summary.id);
      }
    });
  }

  /** Shows the list again after `ask` has shown an input box, which hides it. */
  async #replaced(ask: () => Promise<void>): Promise<void> {
    this.#isReplaced = true;
    try {
      await ask();
    } finally {
      this.#isReplaced = false;
      this.#quickPick.show();
    }
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
    const { history, search } = this.#source;
    const options = { currentId: this.#currentId(), now: Date.now() };
    const { summaries, left } = await history.soFar();
    this.#showProgress(summaries.length / (summaries.length + left), signal);
    if (typed.trim() === '') {
      this.#show(allItems(summaries, options), signal, activeId);
      if (summaries.length + left === 0) {
        this.#quickPick.placeholder = noChatsText();
      }
      return;
    }
    const rows = [...valueItems(typed, summaries, options.now), ...problemItems(typed)];
    for await (const result of search.find(typed, signal)) {
      this.#showProgress(result.progress ?? 1, signal);
      this.#show([...rows, ...hitItems(result, options)], signal, activeId);
    }
  }

  /** Shows in the title which share of the chats, from 0 to 1, was read. */
  #showProgress(share: number, signal: AbortSignal): void {
    if (!signal.aborted) {
      const parts = [vscode.l10n.t('Chats'), progressText(share)];
      this.#quickPick.title = parts.filter((part) => part !== undefined).join(' · ');
    }
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

interface RowButton extends vscode.QuickInputButton {
  readonly does: keyof RowActions;
}

/** A row of the list. Separators and completions have no chat. */
interface ChatItem extends vscode.QuickPickItem {
  readonly summary?: ChatSummary;
  readonly buttons?: readonly RowButton[];
  /** What the input box holds once the row is taken. */
  readonly insert?: string;
}

/** What rows are made with. */
interface RowOptions {
  readonly currentId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** VS Code is slow with more rows, and older chats are found faster with the search. */
const mostRows = 500;

/** The rows for chats that come newest first: pinned ones, then all others by day. */
function allItems(summaries: readonly ChatSummary[], options: RowOptions): readonly ChatItem[] {
  const groups = dayGroups(summaries, options.now);
  const rows: ChatItem[] = [];
  for (const { name, members } of groups) {
    const shown = members.slice(0, mostRows - rows.length);
    rows.push(
      ...(shown.length > 0 ? [separator(name)] : []),
      ...shown.map((summary) => row(summary, options)),
    );
  }
  const left = summaries.length - rows.filter(({ summary }) => summary !== undefined).length;
  return left === 0 ? rows : [...rows, separator(olderText(left))];
}

function olderText(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} older chat is not listed. Search to find it.', formatNumber(count)),
    other: vscode.l10n.t(
      '{0} older chats are not listed. Search to find them.',
      formatNumber(count),
    ),
  });
}

/** A row that says which part of the query is invalid. */
function problemItems(typed: string): readonly ChatItem[] {
  return warningItems(queryProblem(typed));
}

function warningItems(words: string | undefined): readonly ChatItem[] {
  return words === undefined ? [] : [{ label: `$(warning) ${labelText(words)}`, alwaysShow: true }];
}

/** The rows for what was found. VS Code's own filter does not hide them. */
function hitItems(
  { hits, isCut, skipped }: SearchResult,
  options: RowOptions,
): readonly ChatItem[] {
  const more = vscode.l10n.t('There are more results. Add another word.');
  return [
    ...hits.map((hit) => hitRow(hit, options)),
    ...(isCut ? [separator(more)] : []),
    ...warningItems(skippedText(skipped)),
  ];
}

function hitRow({ summary, snippet }: SearchHit, options: RowOptions): ChatItem {
  const detail = snippet === undefined ? {} : { detail: labelText(snippet) };
  return Object.assign(row(summary, options), detail, { alwaysShow: true });
}

function separator(label: string): ChatItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function row(summary: ChatSummary, { currentId, now }: RowOptions): ChatItem {
  const { id, title, model, changedAt, tags, workspace, pinned } = summary;
  const isCurrent = id === currentId;
  const parts = [
    isCurrent ? vscode.l10n.t('current') : '',
    timeText(changedAt, now),
    labelText(model),
    ...tags.map((tag) => `#${labelText(tag)}`),
    workspace === undefined ? '' : labelText(workspace),
  ];
  return {
    summary,
    label: isCurrent ? `$(check) ${isolatedLabelText(title)}` : isolatedLabelText(title),
    description: parts.filter((part) => part !== '').join(' · '),
    buttons: [
      pinned
        ? button('pin', 'pinned', vscode.l10n.t('Unpin'))
        : button('pin', 'pin', vscode.l10n.t('Pin')),
      button('rename', 'edit', vscode.l10n.t('Rename…')),
      button('remove', 'trash', vscode.l10n.t('Delete')),
    ],
  };
}

function button(does: keyof RowActions, icon: string, tooltip: string): RowButton {
  return { does, iconPath: new vscode.ThemeIcon(icon), tooltip };
}
