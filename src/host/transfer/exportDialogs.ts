import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { exportNames } from '../../conversation/transfer/exportNames.ts';
import { withProgress } from '../base/progress.ts';
import { isolatedLabelText, labelText, nameText, notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { ChatSummary } from '../history/chatSummary.ts';
import { timeText } from '../history/views/dayGroups.ts';
import { exportFormats, type ExportFormat } from './exportFormats.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';

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
  const items = exportFormats().map(([format, label]) => ({
    format,
    label,
    description: format === 'json' ? vscode.l10n.t('one file') : vscode.l10n.t('one file per chat'),
  }));
  const title = plural(count, {
    one: vscode.l10n.t('Export {0} chat', formatNumber(count)),
    other: vscode.l10n.t('Export {0} chats', formatNumber(count)),
  });
  return (await vscode.window.showQuickPick(items, { title }))?.format;
}

/** Asks for the file to write, in one of the formats `only`; undefined if the user cancels. The dialog asks before a file is replaced. */
export async function askExportFile(
  name: string,
  only?: readonly ExportFormat[],
): Promise<vscode.Uri | undefined> {
  const formats = exportFormats().filter(([format]) => only?.includes(format) ?? true);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    filters: Object.fromEntries(formats.map(([format, label]) => [label, [format]])),
    title: vscode.l10n.t('Export'),
    ...(folder && {
      defaultUri: vscode.Uri.joinPath(folder, `${name}.${formats[0]?.[0] ?? 'md'}`),
    }),
  });
}

/** Asks for the folder to write files into; undefined if the user cancels. */
export async function askExportFolder(): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Export to Folder'),
      openLabel: vscode.l10n.t('Export Here'),
    })) ?? [];
  return folder;
}

/**
 * The names of the files for these titles in `folder`, without their ending. If some exist, the user
 * chooses whether they are replaced; undefined if the user cancels. Throws what the file system throws.
 */
export async function askNames(
  titles: readonly string[],
  format: ExportFormat,
  folder: vscode.Uri,
): Promise<readonly string[] | undefined> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const ending = `.${format}`;
  const taken = new Set(
    entries
      .map(([name]) => name.normalize('NFC').toLowerCase())
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length)),
  );
  const names = exportNames(titles);
  const there = names.filter((name) => taken.has(name.toLowerCase()));
  if (there.length === 0) {
    return names;
  }
  const keep = vscode.l10n.t('Keep Both');
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    plural(there.length, {
      one: vscode.l10n.t('{0} file already exists in this folder.', formatNumber(there.length)),
      other: vscode.l10n.t('{0} files already exist in this folder.', formatNumber(there.length)),
    }),
    {
      modal: true,
      detail: there
        .slice(0, 5)
        .map((name) => visibleText(name + ending))
        .join('\n'),
    },
    keep,
    replace,
  );
  if (answer === keep) {
    return exportNames(titles, [...taken]);
  }
  return answer === replace ? names : undefined;
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

/** Tells which files an export consists of, and what is missing from it. */
export async function sayParts(
  folder: vscode.Uri,
  names: readonly string[],
  missing: readonly string[],
): Promise<void> {
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Exported to several files in {0}: {1} to {2}. To import them, select all of them.',
      notificationText(folder.path),
      nameText(names[0] ?? ''),
      notificationText(names.at(-1) ?? ''),
    ),
  );
  if (missing.length > 0) {
    await sayWritten(folder, missing);
  }
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
