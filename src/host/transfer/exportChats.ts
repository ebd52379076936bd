import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { exportNames } from '../../conversation/transfer/exportNames.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Redactor } from '../base/redactor.ts';
import type { ChatSummary } from '../history/chatSummary.ts';
import type { ImageStore } from '../images/imageStore.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { goneText } from '../store/storeNotices.ts';
import {
  askChats,
  askExportFile,
  askExportFolder,
  askFormat,
  eachWithProgress,
  sayEnded,
  sayWritten,
} from './exportDialogs.ts';
import { type ExportFormat, exportText, formatOf, type LoadPage } from './exportFormats.ts';
import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { ArchivedConversation } from '../../conversation/transfer/archive.ts';
import { fileCount } from '../base/phrases.ts';
import { toBase64 } from '../images/imageFiles.ts';
import type { StoredConversation } from '../store/loadConversation.ts';

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

/** What one export acts on. */
type FileServices = Omit<ExportServices, 'summaries'>;

async function exportAll(summaries: readonly ChatSummary[], services: FileServices): Promise<void> {
  // The titles and texts are masked on the way.
  await services.redactor.ready();
  const [only, ...others] = summaries;
  if (only === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There are no chats to export.'));
  } else if (others.length === 0) {
    await exportOne(only, services);
  } else {
    await exportFolder(summaries, services);
  }
}

async function exportOne(summary: ChatSummary, services: FileServices) {
  const [name = ''] = exportNames([services.redactor.redact(summary.title)]);
  const file = await askExportFile(name);
  if (file !== undefined) {
    await sayWritten(file, await exportChat(summary, file, services));
  }
}

/** Writes one file per chat, beside what is in the folder. */
async function exportFolder(summaries: readonly ChatSummary[], services: FileServices) {
  const format = await askFormat(summaries.length);
  const folder = format && (await askExportFolder());
  if (format === undefined || folder === undefined) {
    return;
  }
  const titles = summaries.map(({ title }) => services.redactor.redact(title));
  const names = exportNames(titles, await namesIn(folder, format));
  const lacks: string[] = [];
  let done = 0;
  const isDone = await eachWithProgress(summaries, async (summary, index) => {
    const file = vscode.Uri.joinPath(folder, `${names[index]}.${format}`);
    lacks.push(...(await exportChat(summary, file, services)));
    done += 1;
  });
  await (isDone ? sayWritten(folder, lacks) : sayEnded(done, summaries.length));
}

/** Writes a chat in the format that `file` is named after. Gives a sentence if it could not be written as a whole. */
async function exportChat(
  { id, title }: ChatSummary,
  file: vscode.Uri,
  services: FileServices,
): Promise<readonly string[]> {
  try {
    const stored = await loadWithImages(id, services);
    if (stored === undefined) {
      return [`${title}: ${goneText()}`];
    }
    const text = await exportText(stored, formatOf(file), services);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return lackOf(title, stored);
  } catch (error) {
    return [`${title}: ${messageOf(error)}`];
  }
}

/** The names of the files of a format in a folder, without their ending. Throws what the file system throws. */
async function namesIn(folder: vscode.Uri, format: ExportFormat): Promise<readonly string[]> {
  const ending = `.${format}`;
  return (await vscode.workspace.fs.readDirectory(folder))
    .map(([name]) => name.toLowerCase())
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
}

/** A stored chat with the files of its images. */
interface LoadedChat extends StoredConversation, ArchivedConversation {
  /** How many of its images could not be read. */
  readonly missingImages: number;
}

/** Loads a chat for an export; undefined where there is none. Throws what the file system throws. */
async function loadWithImages(
  id: string,
  { store, images: files }: Pick<ExportServices, 'store' | 'images'>,
): Promise<LoadedChat | undefined> {
  const stored = await store.load(id);
  if (stored === undefined) {
    return undefined;
  }
  const ids = new Set(imagesOf(stored.conversation.turns).map((image) => image.id));
  const images: Record<string, string> = {};
  for (const imageId of ids) {
    const bytes = await files.read(id, imageId);
    if (bytes !== undefined) {
      images[imageId] = toBase64(bytes);
    }
  }
  const count = Object.keys(images).length;
  return {
    ...stored,
    ...(count === 0 ? {} : { images }),
    missingImages: ids.size - count,
  };
}

/** A sentence if part of a chat could not be read and is missing from its export. */
function lackOf(
  title: string,
  { setAside, unreadable, missingImages }: LoadedChat,
): readonly string[] {
  const count = setAside.length + unreadable.length + missingImages;
  return count === 0
    ? []
    : [vscode.l10n.t('{0}: part of the chat could not be read ({1}).', title, fileCount(count))];
}
