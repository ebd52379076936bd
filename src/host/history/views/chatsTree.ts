import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { chatCount } from '../../base/phrases.ts';
import { storeTrouble } from '../../store/storeNotices.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { HistorySource } from '../historySource.ts';
import type { SearchHit } from '../search/searchContents.ts';
import { type DayGroup, dayGroups, momentText, timeText } from './dayGroups.ts';
import { noChatsText, progressText, skippedText } from './listTexts.ts';
import { queryProblem } from './queryCompletions.ts';

/** What this window is doing with chats. */
interface WindowState {
  /** The chat of the active panel. */
  readonly currentId: () => string;
  readonly runningIds: () => readonly string[];
  /** Whether a panel shows a chat. */
  readonly isShown: (id: string) => boolean;
  /** Fire after one of these has changed. */
  readonly onDidChange: readonly vscode.Event<void>[];
}

/** The id of the view. */
const viewId = 'parley.history';

/** After a failure to read the rows, the time until they are read again. */
const retryMs = 2000;

/** Number of groups that are expanded at first. */
const openGroups = 4;

/** The stored chats in the side bar, grouped by day or, with a filter, as they are found. Reads nothing while hidden. */
export class ChatsTree implements vscode.TreeDataProvider<ChatsNode>, vscode.Disposable {
  readonly #source: HistorySource;
  readonly #state: WindowState;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<ChatsNode>;
  readonly #subscription: vscode.Disposable;
  readonly #openNames = new Set<string>();
  /** Chats in which a reply has ended that no panel has shown. */
  readonly #unread = new Set<string>();
  #ranBefore: readonly string[] = [];
  #selected: readonly ChatsNode[] = [];
  #filter = '';
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #stopLooking: (() => void) | undefined;
  #running = new AbortController();

  /** Fires when the rows must be read again. */
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(source: HistorySource, state: WindowState) {
    this.#source = source;
    this.#state = state;
    this.#view = vscode.window.createTreeView(viewId, {
      treeDataProvider: this,
      canSelectMany: true,
      showCollapseAll: true,
    });
    this.#view.onDidChangeSelection(({ selection }) => (this.#selected = selection));
    this.#view.onDidChangeVisibility(() => this.#lookWhileVisible());
    this.#lookWhileVisible();
    const stopListening = source.history.onDidChange(() => this.#changed.fire());
    this.#subscription = vscode.Disposable.from(
      this.#view,
      this.#changed,
      { dispose: stopListening },
      ...state.onDidChange.map((onDidChange) => onDidChange(() => this.#stateChanged())),
    );
  }

  dispose(): void {
    this.#running.abort();
    clearTimeout(this.#retryTimer);
    this.#stopLooking?.();
    this.#subscription.dispose();
  }

  /** The rows of the selected chats. */
  get selection(): readonly ChatNode[] {
    // While the rows are being read again the view has no selection.
    const { selection } = this.#view;
    return (selection.length > 0 ? selection : this.#selected).filter(
      (node) => node.kind === 'chat',
    );
  }

  get filter(): string {
    return this.#filter;
  }

  /** Shows the chats that are found for `typed` in titles and contents; all of them where it is empty. */
  setFilter(typed: string): void {
    this.#filter = typed.trim();
    void vscode.commands.executeCommand('setContext', 'parley.chatsFiltered', this.#filter !== '');
    this.#changed.fire();
    if (this.#filter === '') {
      void this.#source.search.release();
    }
  }

  getTreeItem(node: ChatsNode): vscode.TreeItem {
    if (node.kind === 'group') {
      return groupItem(node, this.#openNames.has(node.name));
    }
    const { id } = node.summary;
    return chatItem(node, {
      isCurrent: id === this.#state.currentId(),
      isRunning: this.#state.runningIds().includes(id),
      isUnread: this.#unread.has(id),
      here: vscode.workspace.name,
      now: Date.now(),
    });
  }

  async getChildren(node?: ChatsNode): Promise<ChatsNode[]> {
    if (node?.kind === 'group') {
      return node.members.map((summary) => ({ kind: 'chat', summary }));
    }
    this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    clearTimeout(this.#retryTimer);
    try {
      return await (this.#filter === ''
        ? this.#groups(running.signal)
        : this.#found(running.signal));
    } catch (error) {
      this.#failed(error, running.signal);
      return [];
    }
  }

  /** Shows why there are no rows and has VS Code ask for them again, which it does only while the tree is visible. */
  #failed(error: unknown, signal: AbortSignal): void {
    this.#say(vscode.l10n.t('The chats could not be read: {0}', storeTrouble(error)), signal);
    if (!signal.aborted) {
      this.#retryTimer = setTimeout(() => this.#changed.fire(), retryMs);
    }
  }

  #lookWhileVisible(): void {
    this.#stopLooking?.();
    this.#stopLooking = this.#view.visible ? this.#source.history.keepLooking() : undefined;
  }

  #stateChanged(): void {
    const { runningIds, isShown } = this.#state;
    const running = runningIds();
    this.#ranBefore.filter((id) => !running.includes(id)).forEach((id) => this.#unread.add(id));
    this.#ranBefore = running;
    [...this.#unread].filter(isShown).forEach((id) => this.#unread.delete(id));
    this.#changed.fire();
  }

  #say(message: string | undefined, signal: AbortSignal): void {
    if (!signal.aborted) {
      this.#view.message = message;
    }
  }

  async #groups(signal: AbortSignal): Promise<ChatsNode[]> {
    const { summaries, left } = await this.#source.history.soFar();
    const count = summaries.length + left;
    this.#say(count === 0 ? noChatsText() : progressText(summaries.length / count), signal);
    const groups = dayGroups(summaries, Date.now());
    this.#openNames.clear();
    groups.slice(0, openGroups).forEach(({ name }) => this.#openNames.add(name));
    return groups.map(({ name, members }) => ({ kind: 'group', name, members }));
  }

  /** Shows the progress of the search over the tree, as VS Code shows the rows only when all are there. */
  async #found(signal: AbortSignal): Promise<ChatsNode[]> {
    const filter = this.#filter;
    let nodes: ChatsNode[] = [];
    for await (const { hits, progress, skipped } of this.#source.search.find(filter, signal)) {
      nodes = hits.map(({ summary, snippet }) => ({ kind: 'chat', summary, snippet }));
      const count = `${filter}: ${chatCount(hits.length)}`;
      const parts = [
        count,
        progressText(progress ?? 1),
        skippedText(skipped),
        queryProblem(filter),
      ].filter((part) => part !== undefined);
      this.#say(parts.join(' · '), signal);
    }
    return nodes;
  }
}

/** A heading with the chats under it. */
interface GroupNode extends DayGroup {
  readonly kind: 'group';
}

/** A row for a chat. */
interface ChatNode extends SearchHit {
  readonly kind: 'chat';
}

type ChatsNode = GroupNode | ChatNode;

/** What the row of a chat depends on beside the chat. */
interface ChatRowState {
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
  /** Whether a reply has ended in it that no panel has shown. */
  readonly isUnread: boolean;
  /** The name of this window's workspace. */
  readonly here: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

function groupItem({ name, members }: GroupNode, isOpen: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(name, isOpen ? Expanded : Collapsed);
  item.id = `group ${name}`;
  item.description = formatNumber(members.length);
  item.contextValue = 'group';
  return item;
}

/** The row for a chat; a click opens it. */
export function chatItem(node: ChatNode, state: ChatRowState): vscode.TreeItem {
  const { summary, snippet } = node;
  const { id, title, changedAt, workspace, tags, pinned } = summary;
  const item = new vscode.TreeItem(visibleText(title));
  item.id = id;
  const parts = [
    snippet ?? '',
    timeText(changedAt, state.now),
    state.isUnread ? vscode.l10n.t('new reply') : '',
    state.isCurrent ? vscode.l10n.t('current') : '',
    ...tags.map((tag) => `#${tag}`),
    workspace === undefined || workspace === state.here ? '' : workspace,
  ];
  item.description = shownParts(parts).join(' · ');
  item.tooltip = tooltip(summary, snippet);
  item.iconPath = new vscode.ThemeIcon(iconOf(summary, state));
  item.contextValue = pinned ? 'chat pinned' : 'chat';
  item.command = {
    command: 'parley.chats.open',
    title: vscode.l10n.t('Open'),
    arguments: [node],
  };
  return item;
}

function iconOf({ pinned }: ChatSummary, state: ChatRowState): string {
  if (state.isRunning) {
    return 'loading~spin';
  }
  if (state.isUnread) {
    return 'comment-unresolved';
  }
  if (state.isCurrent) {
    return 'comment-discussion';
  }
  return pinned ? 'pinned' : 'comment';
}

/** As plain text, so that no title is read as markdown. */
function tooltip(summary: ChatSummary, snippet: string | undefined): string {
  const { title, model, connection, workspace, tags, turnCount, createdAt, changedAt } = summary;
  const lines = [
    title,
    snippet ?? '',
    `${model} · ${connection}`,
    vscode.l10n.t('Messages: {0}', formatNumber(turnCount)),
    vscode.l10n.t('Created: {0}', momentText(createdAt)),
    vscode.l10n.t('Changed: {0}', momentText(changedAt)),
    workspace === undefined ? '' : vscode.l10n.t('Workspace: {0}', workspace),
    tags.map((tag) => `#${tag}`).join(' '),
  ];
  return shownParts(lines).join('\n');
}

function shownParts(parts: readonly string[]): readonly string[] {
  return parts.filter((part) => part !== '').map(visibleText);
}

/** Pause after a key press before the search starts, as another one may follow. */
const typingPauseMs = 200;

/** Asks for a filter. Calls `use` with what is typed so far, and with `before` again where the user leaves. */
export function askFilter(before: string, use: (typed: string) => void): void {
  const box = vscode.window.createInputBox();
  let timer: ReturnType<typeof setTimeout> | undefined;
  box.title = vscode.l10n.t('Filter chats');
  box.placeholder = vscode.l10n.t('Words in titles and messages');
  box.prompt = vscode.l10n.t(
    'Filter with model:…, connection:…, workspace:here, tag:…, after:2026-10-01, before:… or is:pinned.',
  );
  box.value = before;
  const showProblem = (typed: string): void => {
    const message = queryProblem(typed);
    const severity = vscode.InputBoxValidationSeverity.Warning;
    box.validationMessage = message === undefined ? undefined : { message, severity };
  };
  showProblem(before);
  let filter = before;
  box.onDidChangeValue((typed) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      showProblem(typed);
      use(typed);
    }, typingPauseMs);
  });
  box.onDidAccept(() => {
    filter = box.value;
    box.hide();
  });
  box.onDidHide(() => {
    clearTimeout(timer);
    use(filter);
    box.dispose();
  });
  box.show();
}
