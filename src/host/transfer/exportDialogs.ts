import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { withProgress } from '../base/inputs/progress.ts';
import { isolatedLabelText, labelText, notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { ChatSummary } from '../history/chatSummary.ts';
import { timeText } from '../history/views/dayGroups.ts';
import { exportFormats, type ExportFormat } from './exportFormats.ts';
import { formatNumber } from '../../shared/language.ts';

/** Lets the user select chats, `current` at first; undefined if they cancel or select none. */
export async function askChats(
  summaries: readonly ChatSummary[],
  current: Conversation,
): Promise<readonly ChatSummary[] | undefined> {
  const now = Date.now();
  const items = summaries.map((summary) => ({
    summary,
    label: isolatedLabelText(summary.title),
    description: [timeText(summary.changedAt, now), labelText(summary.model)].join(' · '),
    picked: summary.id === current.id,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Chats'),
    placeHolder:
      current.isTemporary === true
        ? vscode.l10n.t('Select chats to export. The one in front is temporary: save it first.')
        : vscode.l10n.t('Select chats to export'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked === undefined || picked.length === 0
    ? undefined
    : picked.map(({ summary }) => summary);
}

/** Asks for the format in which `count` chats are exported; undefined if the user cancels. */
export async function askFormat(count: number): Promise<ExportFormat | undefined> {
  const items = exportFormats().map(([format, label]) => ({ format, label }));
  const title = vscode.l10n.t('Export chats: {0}', formatNumber(count));
  const placeHolder = vscode.l10n.t('Each chat becomes one file');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.format;
}

/** Asks for the file to write; undefined if the user cancels. The dialog asks before a file is replaced. */
export async function askExportFile(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    filters: Object.fromEntries(exportFormats().map(([format, label]) => [label, [format]])),
    title: vscode.l10n.t('Export'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) }),
  });
}

/** Asks for the folder to write files into; undefined if the user cancels. */
export async function askExportFolder(): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Export Here'),
      openLabel: vscode.l10n.t('Export Here'),
    })) ?? [];
  return folder;
}

/** Calls `act` with one item after another; false if the user has cancelled. Throws what `act` throws. */
export async function eachWithProgress<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<void>,
): Promise<boolean> {
  const title = vscode.l10n.t('Exporting chats');
  const isDone = await withProgress(title, async ({ signal, report }) => {
    for (const [index, item] of items.entries()) {
      signal.throwIfAborted();
      await act(item, index);
      report(`${formatNumber(index + 1)}/${formatNumber(items.length)}`, 100 / items.length);
    }
    return true;
  });
  return isDone ?? false;
}

/** Tells how many of the chats were written before the user cancelled. */
export function sayEnded(written: number, count: number): void {
  const words = vscode.l10n.t(
    'Stopped early. Exported chats: {0} of {1}.',
    formatNumber(written),
    formatNumber(count),
  );
  void vscode.window.showInformationMessage(words);
}

/** Tells what is missing from an export, or else offers to open it. */
export async function sayWritten(place: vscode.Uri, failed: readonly string[] = []): Promise<void> {
  if (failed.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Not exported completely: {0}. {1}',
        chatCount(failed.length),
        notificationText(failed[0] ?? ''),
      ),
    );
    return;
  }
  const show = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Exported to {0}', notificationText(place.path)),
    show,
  );
  if (answer === show) {
    await vscode.commands.executeCommand('vscode.open', place);
  }
}
