import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panel/panelState.ts';
import { messageOf } from './base/errorMessage.ts';
import type { Log } from './base/log.ts';
import type { Redactor } from './base/redactor.ts';
import type { ChatActionServices, WindowChats } from './history/chatActions.ts';
import { chatCommands } from './history/commands.ts';
import { createHistorySource, type HistorySource } from './history/historySource.ts';
import { createRemovals, type Removals, undoMs } from './history/removals.ts';
import { removeOldChatsDaily } from './history/retention.ts';
import { askForTitle, type TitleServices } from './history/titleFromModel.ts';
import { loadImageFile, loadPage, loadTransfer } from './bundles.ts';
import { createImageStore, type ImageStore } from './images/imageStore.ts';
import { shownChatFiles } from './panel/lastShownChat.ts';
import type { OpenChats } from './panel/openChats.ts';
import type { Panels } from './panel/panels.ts';
import { type ChatStore, createChatStore } from './store/chatStore.ts';
import { offerFolderMoves } from './store/move/folderOffers.ts';
import { moveCommands, type MoveServices } from './store/move/moveChats.ts';
import { focusReturn } from './panel/focus.ts';
import { createRowStates, type WindowState } from './history/views/chatRow.ts';
import { ChatsTree } from './history/views/chatsTree.ts';
import { createWorkspaceFiles, type StoreFiles } from './store/storeFiles.ts';
import { removeLeftoversHourly } from './store/leftovers.ts';
import { createStoreFolder, type StoreFolder } from './store/storeFolder.ts';
import { createStoreNotices, sayingTrouble, type StoreNotices } from './store/storeNotices.ts';
import { removedFolder } from './store/storePaths.ts';
import { type ChatSync, createChatSync } from './store/sync/chatSync.ts';
import { answerOpenChats, askForOpenChats } from './store/sync/openChatsQuestion.ts';
import type { TransferServices } from './transfer/chatTransfer.ts';

/** The chats that are stored for this installation of VS Code. */
export interface StoredChats {
  readonly folder: StoreFolder;
  readonly store: ChatStore;
  /** Keeps the chats of this window and their files the same. */
  readonly sync: ChatSync;
  readonly images: ImageStore;
  readonly notices: StoreNotices;
  /** The chats as a list and as a search. */
  readonly source: HistorySource;
  readonly removals: Removals;
}

/** Reads and writes nothing yet. `notice` shows a notice in every panel. */
export function createStoredChats(
  { globalStorageUri, extensionUri }: vscode.ExtensionContext,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
  notice: (notice: PanelNotice) => void,
): StoredChats {
  const folder = createStoreFolder(vscode.Uri.joinPath(globalStorageUri, 'conversations'));
  const store = createChatStore(folder.files, vscode.workspace.name);
  const notices = createStoreNotices(folder, log, notice);
  const onFailure = (error: unknown) => log.warn(messageOf(error));
  const source = createHistorySource(folder.files, store, { redactor, onFailure });
  const saved = (id: string) => source.history.touch(id);
  const images = createImageStore({
    files: folder.files,
    drafts: createWorkspaceFiles(vscode.Uri.joinPath(globalStorageUri, 'draftImages')),
    readFile: async (bytes) => (await loadImageFile(extensionUri))(bytes),
  });
  const sync = createChatSync(store, { ...notices, saved }, images);
  const removals = createRemovals(store, source.history);
  return { folder, store, notices, source, sync, images, removals };
}

/** What requests for titles and exports need. */
type HistoryParts = Omit<TitleServices, 'store'> & { readonly log: Log };

/** The tree of the stored chats, their commands, and the daily removal of old ones. */
export function startHistory(
  context: vscode.ExtensionContext,
  stored: StoredChats,
  { panels, chats }: { readonly panels: Panels; readonly chats: OpenChats },
  parts: HistoryParts,
) {
  const { log, redactor } = parts;
  const { globalState: state, extensionUri, subscriptions } = context;
  const { folder, store, sync, source, images, removals } = stored;
  const { history } = source;
  const current = () => panels.active.chat.session.conversation;
  const currentId = () => current().id;
  const logFailure = (error: unknown) => log.warn(messageOf(error));
  const transferServices: TransferServices = {
    exports: {
      store,
      async summaries() {
        await sync.flush();
        return history.all();
      },
      redactor,
      images,
      loadPage: async () => loadPage(extensionUri),
    },
    imports: { store, history, log, images },
  };
  const transfer = async () => (await loadTransfer(extensionUri))(transferServices);
  const services: ChatActionServices = {
    store: withOpenChats(store, chats),
    history,
    sync,
    images,
    removals,
    window: windowChats(panels, chats, currentId),
    exportTo: async (ids) => (await transfer()).exportChats(ids),
    askForTitle: async (id) => askForTitle(id, { ...parts, store }),
  };
  const exportChosen = async () => (await transfer()).exportChosenChats(current());
  const { flush, complete } = sync;
  const moving: MoveServices = { folder, state, flush, onUsable: complete };
  const states = createRowStates(windowState(panels, chats, currentId));
  const tree = new ChatsTree(source, states);
  subscriptions.push(
    folder,
    tree,
    states,
    offerFolderMoves(moving, logFailure),
    removeWhatIsOld(context, stored, chats, logFailure),
  );
  return {
    ...chatCommands({ source, tree, chats: services, exportChosen, states }, () =>
      focusReturn(panels.active),
    ),
    'parley.importChats': async () => sayingTrouble(async () => (await transfer()).importChats()),
    ...moveCommands(moving),
  };
}

/** Removes old chats, deleted ones and leftovers. Tells other windows which chats are open in this one. */
function removeWhatIsOld(
  { globalState: state, globalStorageUri }: vscode.ExtensionContext,
  { folder: { files }, store, images, source: { history }, removals }: StoredChats,
  chats: OpenChats,
  onError: (error: unknown) => void,
): vscode.Disposable {
  const purge = (): void => void purgeOld(files, store).catch(onError);
  purge();
  const purging = setInterval(purge, undoMs);
  images.removeOld().catch(onError);
  const isInUse = (id: string) => chats.has(id);
  const openElsewhere = async () => askForOpenChats(files);
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(purging)),
    answerOpenChats(files, () => chats.storedIds),
    removeOldChatsDaily({ history, store, state, isInUse, openElsewhere, removals }, onError),
    removeLeftoversHourly([files, shownChatFiles(globalStorageUri)], state, onError),
  );
}

function windowState(panels: Panels, chats: OpenChats, currentId: () => string): WindowState {
  return {
    currentId,
    runningIds: () => chats.running.map(({ session }) => session.conversation.id),
    isShown: (id) => panels.shows(id),
    onDidChange: [panels.onDidChangeActive, chats.onDidChangeRunning],
  };
}

function windowChats(panels: Panels, chats: OpenChats, currentId: () => string): WindowChats {
  return {
    currentId,
    open: async (id, where) => panels.openConversation(id, where),
    openTab: () => panels.openTab(panels.active.chat),
    stop: (id) => chats.stop(id),
    leave: (id) => panels.leave(id),
  };
}

/** A store that gives new labels to the chats in memory, too. */
function withOpenChats(store: ChatStore, chats: OpenChats): ChatStore {
  return {
    ...store,
    async setLabels(id, labels) {
      await store.setLabels(id, labels);
      chats.setLabels(id, labels);
    },
  };
}

/** Deletes for good what a window that was killed had deleted, once no other window can be offering to undo it. */
async function purgeOld(files: StoreFiles, store: ChatStore): Promise<void> {
  const changedAt = await files.changedAt(removedFolder);
  if (changedAt > 0 && Date.now() - changedAt > undoMs) {
    await store.purge();
  }
}
