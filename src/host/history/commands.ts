import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isOneOf } from '../../shared/guards.ts';
import { handleCommand } from '../base/commands.ts';
import { focusReturn } from '../panel/focus.ts';
import type { OpenChats } from '../panel/openChats.ts';
import type { Panels } from '../panel/panels.ts';
import { sayingTrouble, unsavedText } from '../store/storeNotices.ts';
import {
  type ChatActions,
  type ChatActionServices,
  createChatActions,
  type MoreChatActions,
  offerUndo,
} from './chatActions.ts';
import { type ChatSummary, isChatSummary } from './chatSummary.ts';
import type { HistorySource } from './historySource.ts';
import { showChats } from './views/chatsPicker.ts';
import { askFilter, ChatsTree } from './views/chatsTree.ts';

/** Registers the tree of chats and the commands on stored chats. */
export function registerChats(
  source: HistorySource,
  services: ChatActionServices,
  more: MoreChatActions,
  { panels, chats }: { readonly panels: Panels; readonly chats: OpenChats },
): vscode.Disposable {
  const { currentId } = services.window;
  const tree = new ChatsTree(source, {
    currentId,
    runningIds: () => chats.running.map(({ session }) => session.conversation.id),
    isShown: (id) => panels.shows(id),
    onDidChange: [panels.onDidChangeActive, chats.onDidChangeRunning],
  });
  const actions = createChatActions(services, more, (removed) => void offerUndo(removed, services));
  const current = async () => currentChat(source, services);
  return vscode.Disposable.from(
    tree,
    registerChatCommands({ actions, tree, current }),
    handleCommand('parley.showHistory', async () =>
      sayingTrouble(async () => {
        await services.sync.flush();
        // An offer to undo a deletion would close the list.
        const removed: ChatSummary[] = [];
        const inList = createChatActions(services, more, (some) => removed.push(...some));
        const giveBackFocus = focusReturn(panels.active);
        try {
          if (!(await showChats(source, inList, currentId))) {
            await giveBackFocus();
          }
        } finally {
          void offerUndo(removed, services);
        }
      }),
    ),
  );
}

/** The stored chat of the active panel; undefined while nothing has been said in it. Throws where it could not be saved. */
async function currentChat(
  { history }: HistorySource,
  { sync, window }: ChatActionServices,
): Promise<ChatSummary | undefined> {
  await sync.flush();
  const id = window.currentId();
  // Another window may have changed its labels while no list was shown.
  history.touch(id);
  const found = (await history.all()).find((summary) => summary.id === id);
  if (found === undefined && sync.isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  return found;
}

/** What the commands need. */
interface ChatCommandServices {
  readonly actions: ChatActions;
  readonly tree: ChatsTree;
  /** The chat of the active panel; undefined while nothing has been said in it. */
  readonly current: () => Promise<ChatSummary | undefined>;
}

type Act = (summaries: readonly ChatSummary[], actions: ChatActions) => Promise<unknown>;

/** What `parley.chats.<name>` does with chats. */
const acts: Readonly<Record<string, Act>> = {
  open: withFirst(async (summary, { open }) => open(summary, 'panel')),
  openInEditor: withFirst(async (summary, { open }) => open(summary, 'editor')),
  rename: withFirst(async (summary, { rename }) => rename(summary)),
  titleFromModel: withFirst(async (summary, { titleFromModel }) => titleFromModel(summary)),
  pin: async (summaries, { pin }) => pin(summaries, true),
  unpin: async (summaries, { pin }) => pin(summaries, false),
  tag: async (summaries, { tag }) => tag(summaries),
  duplicate: async (summaries, { duplicate }) => duplicate(summaries),
  export: async (summaries, { exportTo }) => exportTo(summaries),
  remove: async (summaries, { remove }) => remove(summaries),
};

function withFirst(act: (summary: ChatSummary, actions: ChatActions) => Promise<void>): Act {
  return async ([summary], actions) => summary && act(summary, actions);
}

/** Used from the tree the commands act on its selected chats, from elsewhere on the chat of the active panel. */
function registerChatCommands(services: ChatCommandServices): vscode.Disposable {
  const { actions, tree } = services;
  return vscode.Disposable.from(
    ...Object.entries(acts).map(([name, act]) =>
      handleCommand(`parley.chats.${name}`, async (node: unknown, nodes: unknown) =>
        sayingTrouble(async () => {
          const summaries = await targets(node, nodes, services);
          return summaries.length > 0 ? act(summaries, actions) : sayNone();
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

/** The argument of the key bindings of the tree, which get no row from VS Code. */
const ofSelection = 'selection';

const isChat = isObjectOf({ kind: isOneOf('chat'), summary: isChatSummary });
const isNodes = isArrayOf(isObjectOf({}));

/** VS Code gives the row and, where several are selected, all of them. */
async function targets(
  node: unknown,
  nodes: unknown,
  { tree, current }: ChatCommandServices,
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

function sayNone(): void {
  const words = vscode.l10n.t('There is no chat to do this with yet.');
  void vscode.window.showInformationMessage(words);
}
