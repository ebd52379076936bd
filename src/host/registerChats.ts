import * as vscode from 'vscode';
import type { ChatMemory } from './chatMemory.ts';
import { registerChatsCommands } from './chatsCommands.ts';
import { ChatsTree } from './chatsTree.ts';
import { handleCommand } from './commandHandlers.ts';
import { focusReturn } from './focusReturn.ts';
import type { HistoryServices } from './historyActions.ts';
import type { HistorySource } from './historySource.ts';
import type { LoadLater } from './loadLater.ts';
import type { OpenChats } from './openChats.ts';
import type { Panels } from './panels.ts';
import { sayingTrouble } from './storeTrouble.ts';
import { unsavedText } from './unsavedText.ts';

/** What the chats of this window are known by. */
interface WindowChats {
  readonly panels: Panels;
  readonly chats: OpenChats;
  readonly memory: Pick<ChatMemory, 'flush' | 'isUnsaved'>;
  readonly later: LoadLater;
}

/** Shows the stored conversations in the side bar and as a list, with what can be done with them. */
export function registerChats(
  source: HistorySource,
  services: HistoryServices,
  { panels, chats, memory, later }: WindowChats,
): vscode.Disposable {
  const { history } = source;
  const { currentId } = services;
  const runningIds = () => chats.running.map(({ session }) => session.conversation.id);
  const onDidChange = [panels.onDidChangeActive, chats.onDidChangeRunning];
  const isShown = (id: string) => panels.shows(id);
  const tree = new ChatsTree(source, { currentId, runningIds, isShown, onDidChange });
  const upToDate = async () => {
    await memory.flush();
    [currentId(), ...runningIds()].forEach((id) => history.touch(id));
  };
  return vscode.Disposable.from(
    tree,
    registerChatsCommands({
      async actions() {
        const { createHistoryActions, offerUndo } = await later();
        return createHistoryActions(services, (removed) => void offerUndo(removed, services));
      },
      tree,
      async current() {
        await upToDate();
        const found = (await history.all()).find(({ id }) => id === currentId());
        if (found === undefined && memory.isUnsaved(currentId())) {
          throw new Error(unsavedText());
        }
        return found;
      },
    }),
    handleCommand('parley.showHistory', async () =>
      sayingTrouble(async () => {
        await upToDate();
        await (await later()).showHistory(source, services, focusReturn(panels.active));
      }),
    ),
  );
}
