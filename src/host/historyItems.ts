import * as vscode from 'vscode';
import type { SearchHit } from './conversationSearch.ts';
import type { ConversationSummary } from './conversationSummary.ts';
import { dayGroups, timeText } from './dayGroups.ts';
import type { SearchResult } from './historySearch.ts';
import { isolatedLabel, labelText } from './labelText.ts';

/** What a button of a row does. */
export type HistoryButton = 'openInEditor' | 'pin' | 'unpin' | 'rename' | 'remove' | 'more';

interface RowButton extends vscode.QuickInputButton {
  readonly does?: HistoryButton;
}

/** A row of the history; separators have no conversation. */
export interface HistoryItem extends vscode.QuickPickItem {
  readonly summary?: ConversationSummary;
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
export function historyItems(
  summaries: readonly ConversationSummary[],
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
export function hitItems(
  { hits, isCut }: SearchResult,
  options: RowOptions,
): readonly HistoryItem[] {
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

function row(summary: ConversationSummary, { currentId, now }: RowOptions): HistoryItem {
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
    label: isCurrent ? `$(check) ${isolatedLabel(title)}` : isolatedLabel(title),
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
