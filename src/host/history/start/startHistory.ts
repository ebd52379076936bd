import type * as vscode from 'vscode';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import { removeOld } from './removeOld.ts';
import { askForTitle, type TitleServices } from '../titleFromModel.ts';
import { createRowStates } from '../views/chatRow.ts';
import { ChatsTree } from '../views/chatsTree.ts';
import { chatCommands } from '../views/commands.ts';
import type { OpenChats } from '../../panel/openChats.ts';
import type { Panels } from '../../panel/panels.ts';
import { offerFolderMoves } from '../../store/move/folderOffers.ts';
import { moveCommands } from '../../store/move/moveChats.ts';
import { sayingTrouble } from '../../store/storeNotices.ts';
import type { StoredChats } from './storedChats.ts';

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
