import * as vscode from 'vscode';
import type { ConversationSummary } from './conversationSummary.ts';
import { labelText } from './labelText.ts';

/** What a button of a row does. */
export type HistoryButton = 'pin' | 'unpin' | 'rename' | 'remove';

interface RowButton extends vscode.QuickInputButton {
  readonly does: HistoryButton;
}

/** A row of the history; separators have no conversation. */
export interface HistoryItem extends vscode.QuickPickItem {
  readonly summary?: ConversationSummary;
  readonly buttons?: readonly RowButton[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** The rows for conversations that come newest first: pinned ones, then all others by day. */
export function historyItems(
  summaries: readonly ConversationSummary[],
  currentId: string,
  now: number,
): readonly HistoryItem[] {
  const groups = new Map<string, ConversationSummary[]>();
  for (const summary of [
    ...summaries.filter(({ pinned }) => pinned),
    ...summaries.filter(({ pinned }) => !pinned),
  ]) {
    const name = summary.pinned ? vscode.l10n.t('pinned') : dayName(summary.changedAt, now);
    groups.set(name, [...(groups.get(name) ?? []), summary]);
  }
  return [...groups].flatMap(([name, members]) =>
    [separator(name)].concat(members.map((summary) => row(summary, currentId, now))),
  );
}

function separator(label: string): HistoryItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Days are those of this computer's calendar. */
function dayName(at: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (at >= today) {
    return vscode.l10n.t('today');
  }
  if (at >= new Date(today - dayMs / 2).setHours(0, 0, 0, 0)) {
    return vscode.l10n.t('yesterday');
  }
  if (at >= today - 6 * dayMs) {
    return vscode.l10n.t('this week');
  }
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? vscode.l10n.t('some time ago')
    : date.toLocaleDateString(vscode.env.language, { month: 'long', year: 'numeric' });
}

function row(summary: ConversationSummary, currentId: string, now: number): HistoryItem {
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
    label: isCurrent ? `$(check) ${labelText(title)}` : labelText(title),
    description: parts.filter((part) => part !== '').join(' · '),
    buttons: [
      pinned
        ? button('unpin', 'pinned', vscode.l10n.t('Unpin'))
        : button('pin', 'pin', vscode.l10n.t('Pin')),
      button('rename', 'edit', vscode.l10n.t('Rename…')),
      button('remove', 'trash', vscode.l10n.t('Delete')),
    ],
  };
}

function button(does: HistoryButton, icon: string, tooltip: string): RowButton {
  return { does, iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function timeText(at: number, now: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) {
    return '';
  }
  const isToday = at >= new Date(now).setHours(0, 0, 0, 0);
  return isToday
    ? date.toLocaleTimeString(vscode.env.language, { timeStyle: 'short' })
    : date.toLocaleDateString(vscode.env.language, { dateStyle: 'medium' });
}
