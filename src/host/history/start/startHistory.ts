import * as vscode from 'vscode';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import { askForTitle, type TitleServices } from '../titleFromModel.ts';
import { createRowStates } from '../views/chatRow.ts';
import { ChatsTree } from '../views/chatsTree.ts';
import { chatCommands } from '../views/chatCommands.ts';
import type { OpenChats } from '../../panel/openChats.ts';
import type { Panels } from '../../panel/panels.ts';
import { offerFolderMoves, moveCommands } from '../../store/move/moveChats.ts';
import { sayingTrouble } from '../../store/storeNotices.ts';
import type { StoredChats } from './storedChats.ts';
import { shownChatFiles } from '../../panel/lastShownChat.ts';
import type { ChatStore } from '../../store/chatStore.ts';
import { removeLeftoversHourly } from '../../store/leftovers.ts';
import type { StoreFiles } from '../../store/storeFiles.ts';
import { removedFolder } from '../../store/storePaths.ts';
import { answerOpenChats, askForOpenChats } from '../../store/sync/openChatsQuestion.ts';
import { undoMs } from '../removals.ts';
import { removeOldChatsDaily } from '../retention.ts';

/** Exports and imports chats. Each function asks the user what is needed, and throws what the file system throws. */
export interface ChatTransfer {
  /** Exports the chats with these ids. */
  readonly exportChats: (ids: readonly string[]) => Promise<void>;
  /** Lets the user choose the chats; `current` is chosen at first. */
  readonly exportChosenChats: (current: Conversation) => Promise<void>;
  readonly importChats: () => Promise<void>;
}

/** What the history is shown with. */
interface HistoryServices {
  readonly panels: Panels;
  readonly chats: OpenChats;
  /** Loads what exports and imports, when it is needed first. */
  readonly transfer: () => Promise<ChatTransfer>;
  readonly title: Omit<TitleServices, 'store'>;
}

/** The tree of the stored chats, their commands, and the removal of old ones. */
export function startHistory(
  context: vscode.ExtensionContext,
  stored: StoredChats,
  { panels, chats, transfer, title }: HistoryServices,
  onError: (error: unknown) => void,
) {
  const { folder, store, sync, source, images, removals } = stored;
  const moving = {
    folder,
    state: context.globalState,
    flush: sync.flush,
    onUsable: sync.complete,
  };
  const states = createRowStates(panels, chats);
  const tree = new ChatsTree(source, states);
  context.subscriptions.push(
    folder,
    tree,
    states,
    offerFolderMoves(moving, onError),
    removeOld(context, stored, chats, onError),
  );
  return {
    ...chatCommands({
      source,
      tree,
      chats: {
        store,
        history: source.history,
        sync,
        images,
        removals,
        panels,
        chats,
        exportTo: async (ids) => (await transfer()).exportChats(ids),
        askForTitle: async (id) => askForTitle(id, { ...title, store }),
      },
      exportChosen: async () =>
        (await transfer()).exportChosenChats(panels.active.chat.session.conversation),
      states,
    }),
    'parley.importChats': async () => sayingTrouble(async () => (await transfer()).importChats()),
    ...moveCommands(moving),
  };
}

/** Removes old chats, deleted ones and leftovers. Tells other windows which chats are open in this one. */
export function removeOld(
  { globalState, globalStorageUri }: vscode.ExtensionContext,
  {
    folder: { files },
    store,
    images,
    source: { history },
    removals,
  }: Omit<StoredChats, 'sync' | 'notices'>,
  chats: Pick<OpenChats, 'has' | 'storedIds'>,
  onError: (error: unknown) => void,
): vscode.Disposable {
  const purge = (): void => void purgeOld(files, store).catch(onError);
  purge();
  const purging = setInterval(purge, undoMs);
  images.removeOld().catch(onError);
  const isInUse = (id: string) => chats.has(id);
  const openElsewhere = async () => askForOpenChats(files);
  const kept = { history, store, state: globalState, isInUse, openElsewhere, removals };
  return vscode.Disposable.from(
    new vscode.Disposable(() => clearInterval(purging)),
    answerOpenChats(files, () => chats.storedIds),
    removeOldChatsDaily(kept, onError),
    removeLeftoversHourly([files, shownChatFiles(globalStorageUri)], globalState, onError),
  );
}

/** Deletes for good what a window that was killed had deleted, once no other window can be offering to undo it. */
async function purgeOld(files: StoreFiles, store: Pick<ChatStore, 'purge'>): Promise<void> {
  const changedAt = await files.changedAt(removedFolder);
  if (changedAt > 0 && Date.now() - changedAt > undoMs) {
    await store.purge();
  }
}
