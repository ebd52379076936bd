import * as vscode from 'vscode';
import { exportNames } from '../../conversation/transfer/exportNames.ts';
import { chatCount } from '../base/phrases.ts';
import { exportFormats, type ExportFormat } from './exportFormats.ts';
import { notificationText } from '../base/safeText.ts';

/** Asks in which format `count` conversations are to be written. */
export async function askFormat(count: number): Promise<ExportFormat | undefined> {
  const items = exportFormats().map(([format, label]) => ({
    format,
    label,
    description:
      format === 'json' ? vscode.l10n.t('one file') : vscode.l10n.t('a file for each chat'),
  }));
  const title = vscode.l10n.t('Export {0} Chats', count);
  return (await vscode.window.showQuickPick(items, { title }))?.format;
}

/** Asks for the file to write; one that is there is only written over where the user says so. */
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

/** Asks for the folder to write files into. */
export async function askExportFolder(): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Export Into'),
      openLabel: vscode.l10n.t('Export Here'),
    })) ?? [];
  return folder;
}

/**
 * The names of the files for these titles in `folder`, without their ending. Where some are there, the
 * user says whether they are replaced; nothing where the user has left.
 */
export async function askNames(
  titles: readonly string[],
  format: ExportFormat,
  folder: vscode.Uri,
): Promise<readonly string[] | undefined> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const ending = `.${format}`;
  const taken = entries
    .map(([name]) => name.normalize('NFC').toLowerCase())
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
  const names = exportNames(titles);
  const there = names.filter((name) => taken.includes(name.toLowerCase()));
  if (there.length === 0) {
    return names;
  }
  const keep = vscode.l10n.t('Keep Both');
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} of these files are in the folder already.', there.length),
    {
      modal: true,
      detail: there
        .slice(0, 5)
        .map((name) => name + ending)
        .join('\n'),
    },
    keep,
    replace,
  );
  if (answer === keep) {
    return exportNames(titles, taken);
  }
  return answer === replace ? names : undefined;
}

/** Does something with one item after another; false where the user has ended that. */
export async function eachWithProgress<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<void>,
): Promise<boolean> {
  const location = vscode.ProgressLocation.Notification;
  const title = vscode.l10n.t('Exporting chats');
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      for (const [index, item] of items.entries()) {
        if (token.isCancellationRequested) {
          return false;
        }
        await act(item, index);
        const message = `${index + 1}/${items.length}`;
        progress.report({ message, increment: 100 / items.length });
      }
      return true;
    },
  );
}

/** Says which files an export has come to be in, and what is missing from it. */
export async function sayParts(
  folder: vscode.Uri,
  names: readonly string[],
  missing: readonly string[],
): Promise<void> {
  const parts = vscode.l10n.t(
    'Written to {0} files in {1}: {2} to {3}. To import them, choose all of them.',
    names.length,
    folder.path,
    names[0] ?? '',
    names.at(-1) ?? '',
  );
  void vscode.window.showInformationMessage(parts);
  if (missing.length > 0) {
    await sayWritten(folder, missing);
  }
}

/** Says how much of an export is there that was ended early. */
export function sayEnded(written: number, count: number): void {
  const words = vscode.l10n.t('Ended early: {0} of {1} are written.', written, chatCount(count));
  void vscode.window.showInformationMessage(words);
}

/** Says where an export is, and what is missing from it. */
export async function sayWritten(place: vscode.Uri, failed: readonly string[] = []): Promise<void> {
  if (failed.length > 0) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Not written as a whole: {0}. {1}',
        chatCount(failed.length),
        notificationText(failed[0] ?? ''),
      ),
    );
    return;
  }
  const show = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Written to {0}', place.path),
    show,
  );
  if (answer === show) {
    await vscode.commands.executeCommand('vscode.open', place);
  }
}
