import * as vscode from 'vscode';
import { moveChats, type FolderServices } from './moveChats.ts';
import type { ChatMemory } from './chatMemory.ts';
import { checkFolder } from './storeFolderOffers.ts';
import type { StorePlace } from './storePlace.ts';

/**
 * Lets the user move the chats, follows where they are, and says where that cannot be. The
 * chats in memory go along.
 */
export function followPlace(
  place: StorePlace,
  state: FolderServices['state'],
  { flush, complete }: Pick<ChatMemory, 'flush' | 'complete'>,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const services: FolderServices = { place, state, flush, onUsable: complete };
  // Every window hears of the setting: one of them asks.
  const check = (): void => {
    if (vscode.window.state.focused) {
      checkFolder(services).catch(onFailure);
    }
  };
  check();
  return vscode.Disposable.from(
    vscode.commands.registerCommand('parley.moveChats', async () => moveChats(services)),
    place.onDidChange(() => {
      complete().catch(onFailure);
      check();
    }),
  );
}
