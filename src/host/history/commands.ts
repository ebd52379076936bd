import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isOneOf } from '../../shared/guards.ts';
import { handleCommand } from '../base/commands.ts';
import { focusReturn } from '../panel/focus.ts';
import type { OpenChats } from '../panel/openChats.ts';
import type { Panels } from '../panel/panels.ts';
import { sayingTrouble, unsavedText } from '../store/storeNotices.ts';
import type { ChatSync } from '../store/sync/chatSync.ts';
import {
  createHistoryActions,
  type HistoryActions,
  type HistoryServices,
  offerUndo,
} from './chatActions.ts';
import { type ChatSummary, isChatSummary } from './chatSummary.ts';
import type { HistorySource } from './historySource.ts';
import { askFilter, ChatsTree } from './views/chatsTree.ts';
import { showHistory } from './views/showChats.ts';

/** What the commands need beside the actions. */
interface ChatsCommandServices {
  readonly actions: () => Promise<HistoryActions>;
  readonly tree: ChatsTree;
  /** The conversation that this window shows; nothing while nothing has been said in it. */
  readonly current: () => Promise<ChatSummary | undefined>;
}

/** What a key in the tree gives to a command. */
const ofSelection = 'selection';

const isChat = isObjectOf({ kind: isOneOf('chat'), summary: isChatSummary });
const isNodes = isArrayOf(isObjectOf({}));

type Act = (summaries: readonly ChatSummary[], actions: HistoryActions) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  open: one(async (summary, { open }) => open(summary, 'panel')),
  openInEditor: one(async (summary, { open }) => open(summary, 'editor')),
  rename: one(async (summary, { rename }) => rename(summary)),
  titleFromModel: one(async (summary, { titleFromModel }) => titleFromModel(summary)),
  pin: async (summaries, { pin }) => pin(summaries, true),
  unpin: async (summaries, { pin }) => pin(summaries, false),
  tag: async (summaries, { tag }) => tag(summaries),
  duplicate: async (summaries, { duplicate }) => duplicate(summaries),
  export: async (summaries, { exportTo }) => exportTo(summaries),
  remove: async (summaries, { remove }) => remove(summaries),
};

/**
 * Registers `parley.chats.<name>` for what can be done with chats: those of the tree that are selected
 * where it is used from there, else the one that this window shows.
 */
function registerChatsCommands(services: ChatsCommandServices): vscode.Disposable {
  const { actions, tree } = services;
  return vscode.Disposable.from(
    ...Object.entries(acts).map(([name, act]) =>
      handleCommand(`parley.chats.${name}`, async (node: unknown, nodes: unknown) =>
        sayingTrouble(async () => {
          const summaries = await targets(node, nodes, services);
          return summaries.length > 0 ? act(summaries, await actions()) : sayNone();
        }),
      ),
    ),
    handleCommand('parley.chats.filter', async () => {
      await vscode.commands.executeCommand('parley.history.focus');
      askFilter(tree.filter, (typed) => tree.setFilter(typed));
    }),
    handleCommand('parley.chats.clearFilter', () => tree.setFilter('')),
  );
}

/** VS Code gives the row and, where several are selected, all of them. */
async function targets(
  node: unknown,
  nodes: unknown,
  { tree, current }: ChatsCommandServices,
): Promise<readonly ChatSummary[]> {
  if (node === ofSelection) {
    return tree.selection.map(({ summary }) => summary);
  }
  const given = isNodes(nodes) && nodes.length > 0 ? nodes : [node];
  const chats = given.filter(isChat).map(({ summary }) => summary);
  if (chats.length > 0 || node !== undefined) {
    return chats;
  }
  const shown = await current();
  return shown === undefined ? [] : [shown];
}

/** For what is done with one chat only. */
function one(act: (summary: ChatSummary, actions: HistoryActions) => Promise<void>): Act {
  return async ([summary], actions) => summary && act(summary, actions);
}

function sayNone(): void {
  const words = vscode.l10n.t('There is no chat to do this with yet.');
  void vscode.window.showInformationMessage(words);
}

/** What the chats of this window are known by. */
interface WindowChats {
  readonly panels: Panels;
  readonly chats: OpenChats;
  readonly memory: Pick<ChatSync, 'flush' | 'isUnsaved'>;
}

/** Shows the stored conversations in the side bar and as a list, with what can be done with them. */
export function registerChats(
  source: HistorySource,
  services: HistoryServices,
  { panels, chats, memory }: WindowChats,
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
        await showHistory(source, services, focusReturn(panels.active));
      }),
    ),
  );
}
