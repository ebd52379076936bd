import * as vscode from 'vscode';
import { formatNumber } from '../../../shared/language.ts';
import type { OpenChats } from '../../panel/openChats.ts';
import type { Panels } from '../../panel/panels.ts';
import type { ChatActions } from '../chatActions.ts';
import type { ChatSummary } from '../chatSummary.ts';
import type { SearchHit } from '../search/historySearch.ts';
import { momentText, timeText } from './dayGroups.ts';

/** The row of a chat in any list. Its texts are of the user and of services: a view makes them safe to show. */
export interface ChatRow {
  readonly label: string;
  readonly description: string;
  /** Where the chat was found by its contents, a line of it. */
  readonly snippet: string | undefined;
  /** The lines of the tooltip. */
  readonly tooltip: readonly string[];
  /** The name of a codicon. */
  readonly icon: string;
  readonly buttons: readonly RowButton[];
}

/** A button of a row. The menus of the tree have the same actions, in the manifest. */
interface RowButton extends vscode.QuickInputButton {
  readonly does: keyof ChatActions;
}

/** What the row of a chat depends on beside the chat. */
export interface ChatRowState {
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
  /** Whether a reply has ended in it that no panel has shown. */
  readonly isUnread: boolean;
  /** The name of this window's workspace. */
  readonly here: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The row for a chat. */
export function chatRow({ summary, snippet }: SearchHit, state: ChatRowState): ChatRow {
  const { title, model, connection, changedAt, createdAt, turnCount, workspace, tags } = summary;
  const shownTags = tags.map((tag) => `#${tag}`);
  const parts = [
    timeText(changedAt, state.now),
    state.isUnread ? vscode.l10n.t('new reply') : '',
    state.isCurrent ? vscode.l10n.t('current') : '',
    ...shownTags,
    workspace === undefined || workspace === state.here ? '' : workspace,
  ];
  const tooltip = [
    title,
    snippet ?? '',
    `${model} · ${connection}`,
    vscode.l10n.t('Messages: {0}', formatNumber(turnCount)),
    vscode.l10n.t('Created: {0}', momentText(createdAt)),
    vscode.l10n.t('Changed: {0}', momentText(changedAt)),
    workspace === undefined ? '' : vscode.l10n.t('Workspace: {0}', workspace),
    shownTags.join(' '),
  ];
  return {
    label: title,
    description: parts.filter((part) => part !== '').join(' · '),
    snippet,
    tooltip: tooltip.filter((line) => line !== ''),
    icon: iconOf(summary, state),
    buttons: buttonsOf(summary),
  };
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

function buttonsOf({ pinned }: ChatSummary): readonly RowButton[] {
  return [
    pinned
      ? button('pin', 'pinned', vscode.l10n.t('Unpin'))
      : button('pin', 'pin', vscode.l10n.t('Pin')),
    button('rename', 'edit', vscode.l10n.t('Rename')),
    button('remove', 'trash', vscode.l10n.t('Delete')),
  ];
}

function button(does: keyof ChatActions, icon: string, tooltip: string): RowButton {
  return { does, iconPath: new vscode.ThemeIcon(icon), tooltip };
}

/** The states of the rows of all lists of this window. */
export type ChatRowStates = ReturnType<typeof createRowStates>;

/** Follows the state of the window. */
export function createRowStates(
  panels: Pick<Panels, 'active' | 'shows' | 'onDidChangeActive'>,
  chats: Pick<OpenChats, 'running' | 'onDidChangeRunning'>,
) {
  const runningIds = (): readonly string[] =>
    chats.running.map(({ session }) => session.conversation.id);
  /** Chats in which a reply has ended that no panel has shown. */
  const unread = new Set<string>();
  let ranBefore: readonly string[] = [];
  const changed = new vscode.EventEmitter<void>();
  const follow = (): void => {
    const running = runningIds();
    ranBefore.filter((id) => !running.includes(id)).forEach((id) => unread.add(id));
    ranBefore = running;
    [...unread].filter((id) => panels.shows(id)).forEach((id) => unread.delete(id));
    changed.fire();
  };
  const followed = [panels.onDidChangeActive(follow), chats.onDidChangeRunning(follow)];
  return {
    of: (id: string) => ({
      isCurrent: id === panels.active.chat.session.conversation.id,
      isRunning: runningIds().includes(id),
      isUnread: unread.has(id),
      here: vscode.workspace.name,
      now: Date.now(),
    }),
    /** Fires after any of them may have changed. */
    onDidChange: changed.event,
    dispose: () => vscode.Disposable.from(changed, ...followed).dispose(),
  };
}
