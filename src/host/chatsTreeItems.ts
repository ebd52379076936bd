import * as vscode from 'vscode';
import { visibleText } from '../shared/visibleText.ts';
import type { SearchHit } from './conversationSearch.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { momentText, timeText, type DayGroup } from './dayGroups.ts';

/** A heading with the conversations under it. */
interface GroupNode extends DayGroup {
  readonly kind: 'group';
}

/** A conversation in the tree. */
export interface ChatNode extends SearchHit {
  readonly kind: 'chat';
}

/** What the tree is made of. */
export type ChatsNode = GroupNode | ChatNode;

/** What a row is shown with. */
export interface ChatRowState {
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
  /** Whether a reply has ended in it that was not shown. */
  readonly isUnread: boolean;
  /** The name of this window's workspace. */
  readonly here: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A row for a heading; what is long ago is folded away. */
export function groupItem({ name, members }: GroupNode, isOpen: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(name, isOpen ? Expanded : Collapsed);
  item.id = `group ${name}`;
  item.description = `${members.length}`;
  item.contextValue = 'group';
  return item;
}

/** A row for a conversation, which opens it. */
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

function iconOf({ pinned }: ConversationSummary, state: ChatRowState): string {
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

/** Plain text: nothing in it is markdown, whatever a title holds. */
function tooltip(summary: ConversationSummary, snippet: string | undefined): string {
  const { title, model, connection, workspace, tags, turnCount, createdAt, changedAt } = summary;
  const lines = [
    title,
    snippet ?? '',
    `${model} · ${connection}`,
    vscode.l10n.t('Messages: {0}', turnCount),
    vscode.l10n.t('Begun {0}', momentText(createdAt)),
    vscode.l10n.t('Changed {0}', momentText(changedAt)),
    workspace === undefined ? '' : vscode.l10n.t('Workspace {0}', workspace),
    tags.map((tag) => `#${tag}`).join(' '),
  ];
  return shownParts(lines).join('\n');
}

function shownParts(parts: readonly string[]): readonly string[] {
  return parts.filter((part) => part !== '').map(visibleText);
}
