import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { chatCount } from '../../base/phrases.ts';
import { storeTrouble } from '../../store/storeNotices.ts';
import type { HistorySource, SearchHit } from '../search/historySearch.ts';
import { listChats } from './chatList.ts';
import type { ChatGroup } from './dayGroups.ts';
import { chatRow, type ChatRowState, type ChatRowStates } from './chatRow.ts';
import { queryProblem } from './queryCompletions.ts';

/** The id of the view. */
const viewId = 'parley.history';

/** After a failure to read the rows, the time until they are read again. */
const retryMs = 2000;

/** Number of groups that are expanded at first. */
const openGroups = 4;

/** The stored chats in the side bar, grouped by day or, with a filter, as they are found. Reads nothing while hidden. */
export class ChatsTree implements vscode.TreeDataProvider<ChatsNode>, vscode.Disposable {
  readonly #source: HistorySource;
  readonly #states: ChatRowStates;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #view: vscode.TreeView<ChatsNode>;
  readonly #subscription: vscode.Disposable;
  readonly #openNames = new Set<string>();
  #selected: readonly ChatsNode[] = [];
  #filter = '';
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #stopLooking: (() => void) | undefined;
  #running = new AbortController();

  /** Fires when the rows must be read again. */
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(source: HistorySource, states: ChatRowStates) {
    this.#source = source;
    this.#states = states;
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
      states.onDidChange(() => this.#changed.fire()),
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
    this.#changed.fire();
    if (this.#filter === '') {
      void this.#source.search.release();
    }
  }

  getTreeItem(node: ChatsNode): vscode.TreeItem {
    return node.kind === 'group'
      ? groupItem(node, this.#openNames.has(node.name))
      : chatItem(node, this.#states.of(node.summary.id));
  }

  async getChildren(node?: ChatsNode): Promise<ChatsNode[]> {
    if (node?.kind === 'group') {
      return chatNodes(node);
    }
    this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    clearTimeout(this.#retryTimer);
    try {
      return await this.#rows(running.signal);
    } catch (error) {
      this.#failed(error, running.signal);
      return [];
    }
  }

  /** Shows the progress of a search over the tree, as VS Code shows the rows only when all are there. */
  async #rows(signal: AbortSignal): Promise<ChatsNode[]> {
    const filter = this.#filter;
    let nodes: ChatsNode[] = [];
    for await (const { groups, progress, remarks } of listChats(this.#source, filter, signal)) {
      nodes = groups.flatMap(({ name, members }): ChatsNode[] =>
        name === undefined ? chatNodes({ members }) : [{ kind: 'group', name, members }],
      );
      const found = filter === '' ? [] : [`${filter}: ${chatCount(nodes.length)}`];
      const parts = [...found, ...(progress === undefined ? [] : [progress]), ...remarks];
      this.#say(parts.length === 0 ? undefined : parts.join(' · '), signal);
    }
    this.#openNames.clear();
    for (const node of nodes.slice(0, openGroups)) {
      if (node.kind === 'group') {
        this.#openNames.add(node.name);
      }
    }
    return nodes;
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

  #say(message: string | undefined, signal: AbortSignal): void {
    if (!signal.aborted) {
      this.#view.message = message;
    }
  }
}

/** A heading with the chats under it. */
interface GroupNode extends ChatGroup {
  readonly kind: 'group';
  readonly name: string;
}

/** A row for a chat. */
interface ChatNode extends SearchHit {
  readonly kind: 'chat';
}

type ChatsNode = GroupNode | ChatNode;

function chatNodes({ members }: ChatGroup): ChatNode[] {
  return members.map(({ summary, snippet }) => ({ kind: 'chat', summary, snippet }));
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
  const { label, description, snippet, tooltip, icon } = chatRow(node, state);
  const item = new vscode.TreeItem(visibleText(label));
  item.id = node.summary.id;
  item.description = visibleText(
    snippet === undefined ? description : `${snippet} · ${description}`,
  );
  // As plain text, so that no title is read as markdown.
  item.tooltip = tooltip.map(visibleText).join('\n');
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = 'chat';
  item.command = {
    command: 'parley.chats.open',
    title: vscode.l10n.t('Open'),
    arguments: [node],
  };
  return item;
}

/** Pause after a key press before the search starts, as another one may follow. */
const typingPauseMs = 200;

/** Asks for a filter. Calls `use` with what is typed so far, and with `before` again where the user leaves. */
export async function askFilter(before: string, use: (typed: string) => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Filter Chats'),
    placeHolder: vscode.l10n.t('Words in titles and messages'),
    prompt: vscode.l10n.t(
      'Filter with model:…, connection:…, workspace:here, tag:…, after:2026-10-01, before:… or is:pinned.',
    ),
    value: before,
    validateInput(value) {
      clearTimeout(timer);
      timer = setTimeout(() => use(value), typingPauseMs);
      const message = queryProblem(value);
      const severity = vscode.InputBoxValidationSeverity.Warning;
      return message === undefined ? undefined : { message, severity };
    },
  });
  clearTimeout(timer);
  use(typed ?? before);
}
