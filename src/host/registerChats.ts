import * as vscode from 'vscode';
import { registerChatsCommands } from './chatsCommands.ts';
import { ChatsTree } from './chatsTree.ts';
import type { HistoryActions } from './historyActions.ts';
import type { HistorySource } from './historySource.ts';
import type { LoadLater } from './loadLater.ts';
import type { OpenChats } from './openChats.ts';
import type { Panels } from './panels.ts';

/** What the chats of this window are known by. */
interface WindowChats {
  readonly panels: Panels;
  readonly chats: OpenChats;
  /** Waits until what was said in this window is on disk. */
  readonly flush: () => Promise<void>;
  readonly later: LoadLater;
}

/** Shows the stored conversations in the side bar and as a list, with what can be done with them. */
export function registerChats(
  source: HistorySource,
  actions: HistoryActions,
  { panels, chats, flush, later }: WindowChats,
): vscode.Disposable {
  const { history } = source;
  const { currentId } = actions;
  const runningIds = () => chats.running.map(({ session }) => session.conversation.id);
  const tree = new ChatsTree(source, {
    currentId,
    runningIds,
    isShown: (id) => panels.shows(id),
    onDidChange: [panels.onDidChangeActive, chats.onDidChangeRunning],
  });
  const upToDate = async () => {
    await flush();
    [currentId(), ...runningIds()].forEach((id) => history.touch(id));
  };
  return vscode.Disposable.from(
    tree,
    registerChatsCommands({
      actions,
      tree,
      async current() {
        await upToDate();
        return (await history.all()).find(({ id }) => id === currentId());
      },
    }),
    vscode.commands.registerCommand('parley.showHistory', async () => {
      await upToDate();
      await (await later()).showHistory(source, actions);
    }),
  );
}
