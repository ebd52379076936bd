import * as vscode from 'vscode';
import { shownChatFiles } from '../../panel/lastShownChat.ts';
import type { OpenChats } from '../../panel/openChats.ts';
import type { ChatStore } from '../../store/chatStore.ts';
import { removeLeftoversHourly } from '../../store/leftovers.ts';
import type { StoreFiles } from '../../store/storeFiles.ts';
import { removedFolder } from '../../store/storePaths.ts';
import { answerOpenChats, askForOpenChats } from '../../store/sync/openChatsQuestion.ts';
import { undoMs } from '../removals.ts';
import { removeOldChatsDaily } from '../retention.ts';
import type { StoredChats } from './storedChats.ts';

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
