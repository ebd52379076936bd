import * as vscode from 'vscode';
import { messageOf } from '../../base/errorMessage.ts';
import type { Log } from '../../base/log.ts';
import type { Redactor } from '../../base/redactor.ts';
import { createRemovals } from '../removals.ts';
import { untitled } from '../../base/phrases.ts';
import { History, type HistoryOptions } from '../history.ts';
import { createHistorySearch, type HistorySource } from '../search/historySearch.ts';
import { SearchShards } from '../search/searchShards.ts';
import type { StoreFiles } from '../../store/storeFiles.ts';
import { createImageStore } from '../../images/imageStore.ts';
import type { Panels } from '../../panel/panels.ts';
import { type ChatStore, createChatStore } from '../../store/chatStore.ts';
import { createWorkspaceFiles } from '../../store/storeFiles.ts';
import { createStoreFolder } from '../../store/storeFolder.ts';
import { createStoreNotices } from '../../store/storeNotices.ts';
import { createChatSync } from '../../store/sync/chatSync.ts';

/** What stored chats are made with. */
interface StoredServices {
  readonly log: Log;
  readonly redactor: Redactor;
  /** Say what is wrong with the files. */
  readonly panels: Pick<Panels, 'notice'>;
  /** Reads an image file. */
  readonly readFile: Parameters<typeof createImageStore>[0]['readFile'];
}

/** The chats that are stored for this installation of VS Code: their files, and the list and search of them. */
export type StoredChats = ReturnType<typeof createStoredChats>;

/** Reads and writes nothing yet. */
export function createStoredChats(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  { log, redactor, panels, readFile }: StoredServices,
) {
  const folder = createStoreFolder(vscode.Uri.joinPath(globalStorageUri, 'conversations'));
  const store = createChatStore(folder.files, vscode.workspace.name);
  const notices = createStoreNotices(folder, log, (notice) => panels.notice(notice));
  const onFailure = (error: unknown) => log.warn(messageOf(error));
  const source = createHistorySource(folder.files, store, { redactor, onFailure });
  const saved = (id: string) => source.history.touch(id);
  const images = createImageStore({
    files: folder.files,
    drafts: createWorkspaceFiles(vscode.Uri.joinPath(globalStorageUri, 'draftImages')),
    readFile,
  });
  // Keeps the chats of this window and their files the same.
  const sync = createChatSync(store, { ...notices, saved }, images);
  const removals = createRemovals(store, source.history);
  return { folder, store, notices, source, sync, images, removals };
}

/**
 * The list and the search of the chats in `store`, whose files are `files`. `onFailure` is called when a chat cannot be
 * read or a file of the lists cannot be written. Nothing is read before the first call.
 */
export function createHistorySource(
  files: StoreFiles,
  store: ChatStore,
  { redactor, onFailure }: Pick<HistoryOptions, 'redactor' | 'onFailure'>,
): HistorySource {
  const history = new History({ files, store, untitled: untitled(), redactor, onFailure });
  const shards = new SearchShards(files);
  const { redact } = redactor;
  const services = { store, shards, redact, here: vscode.workspace.name };
  return { history, search: createHistorySearch(history, services, onFailure) };
}
