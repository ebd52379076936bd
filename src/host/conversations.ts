import * as vscode from 'vscode';
import type { PanelNotice } from '../shared/panelProtocol.ts';
import { createChatMemory, type ChatMemory } from './chatMemory.ts';
import { createConversationStore, type ConversationStore } from './conversationStore.ts';
import type { HistoryServices } from './historyActions.ts';
import { createHistorySource } from './historySource.ts';
import { followPlace } from './followPlace.ts';
import { followRetention } from './followRetention.ts';
import type { LoadLater } from './loadLater.ts';
import type { Log } from './log.ts';
import { messageOf } from './messageOf.ts';
import type { OpenChats } from './openChats.ts';
import type { Panels } from './panels.ts';
import type { Redactor } from './redactor.ts';
import { registerChats } from './registerChats.ts';
import type { RequestPreview } from './requestPreview.ts';
import type { ServiceClients } from './serviceClients.ts';
import { createStoreNotes, type StoreNotes } from './storeNotes.ts';
import { removedFolder } from './storePaths.ts';
import { createStorePlace, type StorePlace } from './storePlace.ts';
import type { StoreFiles } from './storeFiles.ts';
import { registerTransferCommands } from './transferCommands.ts';

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
  readonly later: LoadLater;
}

/** The files of the stored conversations, and those who write to them. */
export interface StoredChats {
  readonly place: StorePlace;
  /** Where that place is noted. */
  readonly state: vscode.Memento;
  readonly store: ConversationStore;
  readonly memory: ChatMemory;
  readonly notes: StoreNotes;
}

/** The conversations that are stored for this installation of VS Code. */
export function createStoredChats(
  { globalStorageUri, globalState: state }: vscode.ExtensionContext,
  log: Log,
  notice: (notice: PanelNotice) => void,
): StoredChats {
  const place = createStorePlace(vscode.Uri.joinPath(globalStorageUri, 'conversations'));
  const store = createConversationStore(place.files, vscode.workspace.name);
  const notes = createStoreNotes(place, log, notice);
  return { place, state, store, notes, memory: createChatMemory(store, notes) };
}

/** Shows the stored conversations in the history; exports and imports them. */
export function registerHistory(
  { place, state, store, memory }: StoredChats,
  { panels, chats, log, redactor, extensionUri, clients, preview, later }: HistoryParts,
): vscode.Disposable {
  const logFailure = (error: unknown) => log.warn(messageOf(error));
  const source = createHistorySource(place, store, logFailure);
  const { history } = source;
  const { flush, isUnsaved } = memory;
  const current = () => panels.active.chat.session.conversation;
  const currentId = () => current().id;
  const isInUse = (id: string) => chats.has(id);
  const transfer = { current, store, history, redactor, log, extensionUri, flush, later };
  const services: HistoryServices = {
    currentId,
    store: withTitles(store, chats),
    history,
    flush,
    openConversation: async (id, where) => panels.openConversation(id, where),
    stop: (id) => chats.stop(id),
    isUnsaved,
    leave: (id) => panels.leave(id),
    exportTo: async (ids) => (await later()).exportConversations(ids, transfer),
    askForTitle: async (id) =>
      (await later()).askForTitle(id, { store, clients, preview, redactor, log }),
  };
  purgeOld(place.files, store).catch(logFailure);
  return vscode.Disposable.from(
    place,
    source,
    followPlace(place, state, { ...memory, later }, logFailure),
    followRetention({ history, store, state, isInUse, onFailure: logFailure }),
    registerTransferCommands(transfer),
    registerChats(source, services, { panels, chats, memory, later }),
  );
}

/** The store, of which the chats in memory hear when one of them is named. */
function withTitles(store: ConversationStore, chats: OpenChats): ConversationStore {
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
async function purgeOld(files: StoreFiles, store: ConversationStore): Promise<void> {
  const changedAt = await files.changedAt(removedFolder);
  if (changedAt > 0 && Date.now() - changedAt > undoMs) {
    await store.purge();
  }
}
