import * as vscode from 'vscode';
import { onAccepted } from '../../base/quickInput.ts';
import { isolatedLabelText, labelText } from '../../base/safeText.ts';
import { sayingTrouble } from '../../store/storeNotices.ts';
import type { HistoryActions } from '../chatActions.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { HistorySource } from '../historySource.ts';
import type { SearchResult } from '../search/search.ts';
import type { SearchHit } from '../search/searchContents.ts';
import { dayGroups, timeText } from './dayGroups.ts';
import { fieldItems, valueItems } from './queryCompletions.ts';

/** What is done while the picker stays. */
type InPlace = 'pin' | 'unpin' | 'remove';

/** What the user wants of the picker that needs the picker gone; `typed` is what stood in the box. */
type HistoryPick = { readonly typed: string } & (
  | {
      readonly does: 'open' | Exclude<HistoryButton, InPlace>;
      readonly summary: ChatSummary;
    }
  /** Something with several of those that were listed. */
  | { readonly does: 'several'; readonly summaries: readonly ChatSummary[] }
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

  #press(does: HistoryButton, summary: ChatSummary, resolve: (pick: HistoryPick) => void): void {
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

/** What a button of a row does. */
type HistoryButton = 'openInEditor' | 'pin' | 'unpin' | 'rename' | 'remove' | 'more';

interface RowButton extends vscode.QuickInputButton {
  readonly does?: HistoryButton;
}

/** A row of the history; separators have no conversation. */
interface HistoryItem extends vscode.QuickPickItem {
  readonly summary?: ChatSummary;
  readonly buttons?: readonly RowButton[];
  /** What stands in the box once the row is taken. */
  readonly insert?: string;
}

/** What a row is made with. */
interface RowOptions {
  readonly currentId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** More rows take VS Code long to show; nobody looks through them without a word to search. */
const mostRows = 500;

/** The rows for conversations that come newest first: pinned ones, then all others by day. */
function historyItems(
  summaries: readonly ChatSummary[],
  options: RowOptions,
): readonly HistoryItem[] {
  const groups = dayGroups(summaries, options.now);
  const rows: HistoryItem[] = [];
  for (const { name, members } of groups) {
    const shown = members.slice(0, mostRows - rows.length);
    rows.push(
      ...(shown.length > 0 ? [separator(name)] : []),
      ...shown.map((summary) => row(summary, options)),
    );
  }
  const left = summaries.length - rows.filter(({ summary }) => summary !== undefined).length;
  return left === 0
    ? rows
    : [...rows, separator(vscode.l10n.t('and {0} older chats: search for them', left))];
}

/** The rows for what was found, which stay whatever VS Code finds in them. */
function hitItems({ hits, isCut }: SearchResult, options: RowOptions): readonly HistoryItem[] {
  const more = vscode.l10n.t('There are more: type another word');
  return [...hits.map((hit) => hitRow(hit, options)), ...(isCut ? [separator(more)] : [])];
}

function hitRow({ summary, snippet }: SearchHit, options: RowOptions): HistoryItem {
  const detail = snippet === undefined ? {} : { detail: labelText(snippet) };
  return Object.assign(row(summary, options), detail, { alwaysShow: true });
}

function separator(label: string): HistoryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function row(summary: ChatSummary, { currentId, now }: RowOptions): HistoryItem {
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
      button('openInEditor', 'link-external', vscode.l10n.t('Open in Editor Tab')),
      pinned
        ? button('unpin', 'pinned', vscode.l10n.t('Unpin'))
        : button('pin', 'pin', vscode.l10n.t('Pin')),
      button('rename', 'edit', vscode.l10n.t('Rename…')),
      button('remove', 'trash', vscode.l10n.t('Delete')),
      button('more', 'ellipsis', vscode.l10n.t('More…')),
    ],
  };
}

function button(does: HistoryButton, icon: string, tooltip: string): RowButton {
  return { does, iconPath: new vscode.ThemeIcon(icon), tooltip };
}
