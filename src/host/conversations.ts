import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panel/panelProtocol.ts';
import { createChatSync, type ChatSync } from './store/sync/chatSync.ts';
import { createChatStore, type ChatStore } from './store/chatStore.ts';
import type { HistoryServices } from './history/chatActions.ts';
import { createHistorySource } from './history/historySource.ts';
import { followPlace } from './store/move/folderOffers.ts';
import { followRetention } from './history/retention.ts';
import type { Log, Redactor } from './base/log.ts';
import { messageOf } from './base/errorMessage.ts';
import type { OpenChats } from './panel/openChats.ts';
import type { Panels } from './panel/panels.ts';
import { registerChats } from './history/commands.ts';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { ServiceClients } from './connections/serviceClients.ts';
import { createStoreNotices, type StoreNotices } from './store/storeNotices.ts';
import { removedFolder } from './store/storePaths.ts';
import { createStorePlace, type StorePlace } from './store/storeFolder.ts';
import type { StoreFiles } from './store/storeFiles.ts';
import { registerTransferCommands } from './transfer/commands.ts';
import { askForTitle } from './history/titleFromModel.ts';
import { exportConversations } from './transfer/exportChats.ts';

/** How long after a deletion another window may still be offering to undo it. */
const undoMs = 60 * 60 * 1000;

/** What the history needs of the rest. */
interface HistoryParts {
  readonly panels: Panels;
  readonly chats: OpenChats;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly extensionUri: vscode.Uri;
  readonly clients: ServiceClients;
  readonly preview: RequestPreview;
}

/** The files of the stored conversations, and those who write to them. */
export interface StoredChats {
  readonly place: StorePlace;
  /** Where that place is noted. */
  readonly state: vscode.Memento;
  readonly store: ChatStore;
  readonly memory: ChatSync;
  readonly notes: StoreNotices;
}

/** The conversations that are stored for this installation of VS Code. */
export function createStoredChats(
  { globalStorageUri, globalState: state }: vscode.ExtensionContext,
  log: Log,
  notice: (notice: PanelNotice) => void,
): StoredChats {
  const place = createStorePlace(vscode.Uri.joinPath(globalStorageUri, 'conversations'));
  const store = createChatStore(place.files, vscode.workspace.name);
  const notes = createStoreNotices(place, log, notice);
  return { place, state, store, notes, memory: createChatSync(store, notes) };
}

/** Shows the stored conversations in the history; exports and imports them. */
export function registerHistory(
  { place, state, store, memory }: StoredChats,
  { panels, chats, log, redactor, extensionUri, clients, preview }: HistoryParts,
): vscode.Disposable {
  const logFailure = (error: unknown) => log.warn(messageOf(error));
  const source = createHistorySource(place, store, logFailure);
  const { history } = source;
  const { flush, isUnsaved } = memory;
  const current = () => panels.active.chat.session.conversation;
  const currentId = () => current().id;
  const isInUse = (id: string) => chats.has(id);
  const transfer = { current, store, history, redactor, log, extensionUri, flush };
  const services: HistoryServices = {
    currentId,
    store: withTitles(store, chats),
    history,
    flush,
    openConversation: async (id, where) => panels.openConversation(id, where),
    stop: (id) => chats.stop(id),
    isUnsaved,
    leave: (id) => panels.leave(id),
    exportTo: async (ids) => exportConversations(ids, transfer),
    askForTitle: async (id) => askForTitle(id, { store, clients, preview, redactor, log }),
  };
  purgeOld(place.files, store).catch(logFailure);
  return vscode.Disposable.from(
    place,
    source,
    followPlace(place, state, memory, logFailure),
    followRetention({ history, store, state, isInUse, onFailure: logFailure }),
    registerTransferCommands(transfer),
    registerChats(source, services, { panels, chats, memory }),
  );
}

/** The store, of which the chats in memory hear when one of them is named. */
function withTitles(store: ChatStore, chats: OpenChats): ChatStore {
  return {
    ...store,
    async note(id, notes) {
      await store.note(id, notes);
      if ('title' in notes) {
        chats.setTitle(id, notes.title);
      }
    },
  };
}

/** Deletes for good what was deleted before and not brought back. */
async function purgeOld(files: StoreFiles, store: ChatStore): Promise<void> {
  const changedAt = await files.changedAt(removedFolder);
  if (changedAt > 0 && Date.now() - changedAt > undoMs) {
    await store.purge();
  }
}
