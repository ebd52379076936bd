import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { archiveText, type ArchivedConversation } from '../../conversation/transfer/archive.ts';
import { exportNames } from '../../conversation/transfer/exportNames.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Redactor } from '../base/redactor.ts';
import type { ChatSummary } from '../history/chatSummary.ts';
import type { ImageStore } from '../images/imageStore.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { createWorkspaceFiles } from '../store/storeFiles.ts';
import { goneText } from '../store/storeNotices.ts';
import { createArchiveWriter } from './archiveWriter.ts';
import {
  askChats,
  askExportFile,
  askExportFolder,
  askFormat,
  askNames,
  eachWithProgress,
  sayEnded,
  sayParts,
  sayWritten,
} from './exportDialogs.ts';
import { exportedEntry, lackOf, loadWithImages } from './exportedChat.ts';
import {
  type LoadPage,
  type ReadableFormat,
  readableText,
  redacted,
  redactedEntry,
} from './exportFormats.ts';

/** What an export acts on. */
export interface ExportServices {
  readonly store: Pick<ChatStore, 'load'>;
  readonly images: Pick<ImageStore, 'read'>;
  /** All chats, the newest first, with everything that was said in this window on disk. */
  readonly summaries: () => Promise<readonly ChatSummary[]>;
  readonly redactor: Redactor;
  readonly loadPage: LoadPage;
}

/**
 * Exports the chats with these ids. The user chooses the format and the file or folder. Throws what the file
 * system throws.
 */
export async function exportChats(ids: readonly string[], services: ExportServices): Promise<void> {
  const chosen = new Set(ids);
  await exportAll(
    (await services.summaries()).filter(({ id }) => chosen.has(id)),
    services,
  );
}

/** Lets the user choose chats, `current` at first, and writes them. Throws what the file system throws. */
export async function exportChosenChats(
  current: Conversation,
  services: ExportServices,
): Promise<void> {
  const summaries = await services.summaries();
  const chosen = summaries.length < 2 ? summaries : await askChats(summaries, current);
  if (chosen !== undefined) {
    await exportAll(chosen, services);
  }
}

async function exportAll(
  summaries: readonly ChatSummary[],
  services: ExportServices,
): Promise<void> {
  // The titles and texts are masked on the way.
  await services.redactor.ready();
  const [only, ...others] = summaries;
  if (only === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no chats to export.'));
  } else if (others.length === 0) {
    await exportOne(only, services);
  } else {
    const format = await askFormat(summaries.length);
    if (format === 'json') {
      await exportArchive(summaries, services);
    } else if (format !== undefined) {
      await exportFolder(summaries, format, services);
    }
  }
}

async function exportOne({ id, title }: ChatSummary, services: ExportServices) {
  const { redactor } = services;
  const [name = ''] = exportNames([redactor.redact(title)]);
  const file = await askExportFile(name);
  if (file === undefined) {
    return;
  }
  const stored = await loadWithImages(id, services);
  if (stored === undefined) {
    throw new Error(goneText());
  }
  const ending = /\.(json|html?)$/i.exec(file.path)?.[1]?.toLowerCase() ?? 'md';
  const text =
    ending === 'json'
      ? archiveText([redactedEntry(stored, redactor)])
      : await readable(stored, ending === 'md' ? 'md' : 'html', services);
  await write(file, text);
  await sayWritten(file, lackOf(title, stored));
}

/** Writes complete chats as JSON, in as many files as are needed; none if the user cancels. */
async function exportArchive(summaries: readonly ChatSummary[], services: ExportServices) {
  const file = await askExportFile('parley-chats', ['json']);
  if (file === undefined) {
    return;
  }
  const folder = vscode.Uri.joinPath(file, '..');
  const writer = createArchiveWriter(createWorkspaceFiles(folder), nameOf(file));
  const missing: string[] = [];
  try {
    const isDone = await eachWithProgress(summaries, async (summary) => {
      const { entry, lack } = await exportedEntry(summary, services);
      if (entry !== undefined) {
        await writer.add(entry);
      }
      missing.push(...lack);
    });
    if (isDone) {
      const names = await writer.finish();
      await (names.length === 1 ? sayWritten(file, missing) : sayParts(folder, names, missing));
    }
  } finally {
    await writer.discard();
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Writes one file per chat. Tells which ones failed after the others are written. */
async function exportFolder(
  summaries: readonly ChatSummary[],
  format: ReadableFormat,
  services: ExportServices,
) {
  const folder = await askExportFolder();
  const titles = summaries.map(({ title }) => services.redactor.redact(title));
  const names = folder && (await askNames(titles, format, folder));
  if (folder === undefined || names === undefined) {
    return;
  }
  const failed: string[] = [];
  let written = 0;
  const isDone = await eachWithProgress(summaries, async ({ id, title }, index) => {
    try {
      const stored = await loadWithImages(id, services);
      if (stored === undefined) {
        failed.push(title);
        return;
      }
      const text = await readable(stored, format, services);
      await write(vscode.Uri.joinPath(folder, `${names[index]}.${format}`), text);
      failed.push(...lackOf(title, stored));
      written += 1;
    } catch (error) {
      failed.push(`${title}: ${messageOf(error)}`);
    }
  });
  await (isDone ? sayWritten(folder, failed) : sayEnded(written, summaries.length));
}

async function readable(
  stored: ArchivedConversation,
  format: ReadableFormat,
  { redactor, loadPage }: ExportServices,
): Promise<string> {
  return readableText(redacted(stored, redactor), format, loadPage);
}

async function write(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
}
