import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isOneOf } from '../shared/guards.ts';
import { askFilter } from './askFilter.ts';
import type { ChatsTree } from './chatsTree.ts';
import { handleCommand } from './commandHandlers.ts';
import { isConversationSummary, type ConversationSummary } from './conversationSummary.ts';
import type { HistoryActions } from './historyActions.ts';
import { sayingTrouble } from './storeTrouble.ts';

/** What the commands need beside the actions. */
export interface ChatsCommandServices {
  readonly actions: () => Promise<HistoryActions>;
  readonly tree: ChatsTree;
  /** The conversation that this window shows; nothing while nothing has been said in it. */
  readonly current: () => Promise<ConversationSummary | undefined>;
}

/** What a key in the tree gives to a command. */
const ofSelection = 'selection';

const isChat = isObjectOf({ kind: isOneOf('chat'), summary: isConversationSummary });
const isNodes = isArrayOf(isObjectOf({}));

type Act = (summaries: readonly ConversationSummary[], actions: HistoryActions) => Promise<unknown>;

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
export function registerChatsCommands(services: ChatsCommandServices): vscode.Disposable {
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
): Promise<readonly ConversationSummary[]> {
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
function one(act: (summary: ConversationSummary, actions: HistoryActions) => Promise<void>): Act {
  return async ([summary], actions) => summary && act(summary, actions);
}

function sayNone(): void {
  const words = vscode.l10n.t('There is no chat to do this with yet.');
  void vscode.window.showInformationMessage(words);
}
