import * as vscode from 'vscode';
import type { ChatMemory } from './chatMemory.ts';
import { handleCommand } from './commandHandlers.ts';
import { lastFolder, type FolderMemory } from './lastFolder.ts';
import type { LoadLater } from './loadLater.ts';
import type { FolderServices } from './moveChats.ts';
import type { StorePlace } from './storePlace.ts';
import { sayingTrouble } from './storeTrouble.ts';

/** What following needs of the rest. */
interface FollowServices extends Pick<ChatMemory, 'flush' | 'complete'> {
  readonly later: LoadLater;
}

/**
 * Lets the user move the chats, follows where they are, and says where that cannot be. The
 * chats in memory go along.
 */
export function followPlace(
  place: StorePlace,
  state: FolderMemory,
  { flush, complete, later }: FollowServices,
  onFailure: (error: unknown) => void,
): vscode.Disposable {
  const services: FolderServices = { place, state, flush, onUsable: complete };
  const check = (): void => {
    const wasEverSet = place.chosen !== undefined || lastFolder(state) !== undefined;
    // Every window hears of the setting: one of them asks.
    if (wasEverSet && vscode.window.state.focused) {
      later()
        .then(async ({ checkFolder }) => checkFolder(services))
        .catch(onFailure);
    }
  };
  check();
  return vscode.Disposable.from(
    handleCommand('parley.moveChats', async () =>
      sayingTrouble(async () => (await later()).moveChats(services)),
    ),
    place.onDidChange(() => {
      complete().catch(onFailure);
      check();
    }),
  );
}
