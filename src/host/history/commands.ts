import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isOneOf, isString } from '../../shared/guards.ts';
import { type Command, isNone } from '../base/commands.ts';
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
import { askFilter, type ChatsTree } from './views/chatsTree.ts';

/** What the commands act on. */
interface ChatCommandServices {
  readonly source: HistorySource;
  readonly tree: ChatsTree;
  readonly chats: ChatActionServices;
  readonly more: MoreChatActions;
}

/**
 * The commands on stored chats. From the tree they act on its selected chats, from elsewhere on the chat of
 * the active panel. `focusReturn` is called before the list of chats opens; see `panel/focus.ts`.
 */
export function chatCommands(
  { source, tree, chats, more }: ChatCommandServices,
  focusReturn: () => () => Promise<void>,
) {
  const actions = createChatActions(chats, more, (removed) => void offerUndo(removed, chats));
  const current = async () => {
    const shown = await currentChat(source, chats);
    return shown === undefined ? [] : [shown];
  };
  const act = (run: Act) =>
    ({
      read(args: readonly unknown[]) {
        const chosen = chatsOf(args, tree);
        return chosen === undefined
          ? undefined
          : async () =>
              sayingTrouble(async () => {
                const summaries = chosen === 'current' ? await current() : chosen;
                return summaries.length > 0 ? run(summaries, actions) : sayNone();
              });
      },
    }) satisfies Command;
  const exportGiven = act(async (summaries, { exportTo }) => exportTo(summaries));
  return {
    'parley.showHistory': async () =>
      sayingTrouble(async () => pickChat(source, chats, more, focusReturn())),
    'parley.chats.open': act(withFirst(async (summary, { open }) => open(summary, 'panel'))),
    'parley.chats.openInEditor': act(
      withFirst(async (summary, { open }) => open(summary, 'editor')),
    ),
    'parley.chats.rename': act(withFirst(async (summary, { rename }) => rename(summary))),
    'parley.chats.titleFromModel': act(
      withFirst(async (summary, { titleFromModel }) => titleFromModel(summary)),
    ),
    'parley.chats.pin': act(async (summaries, { pin }) => pin(summaries, true)),
    'parley.chats.unpin': act(async (summaries, { pin }) => pin(summaries, false)),
    'parley.chats.tag': act(async (summaries, { tag }) => tag(summaries)),
    'parley.chats.duplicate': act(async (summaries, { duplicate }) => duplicate(summaries)),
    'parley.exportChats': {
      read: (args) =>
        isNone(args) ? async () => sayingTrouble(more.exportChosen) : exportGiven.read(args),
    },
    'parley.chats.remove': act(async (summaries, { remove }) => remove(summaries)),
    'parley.chats.filter': async () => {
      await vscode.commands.executeCommand('parley.history.focus');
      askFilter(tree.filter, (typed) => tree.setFilter(typed));
    },
    'parley.chats.clearFilter': () => tree.setFilter(''),
  } satisfies Record<string, Command>;
}

/** Lets the user open a chat from a list, in which chats can be deleted as well. */
async function pickChat(
  source: HistorySource,
  chats: ChatActionServices,
  more: MoreChatActions,
  giveBackFocus: () => Promise<void>,
): Promise<void> {
  await chats.sync.flush();
  // An offer to undo a deletion would close the list.
  const removed: ChatSummary[] = [];
  const actions = createChatActions(chats, more, (some) => removed.push(...some));
  try {
    if (!(await showChats(source, actions, chats.window.currentId))) {
      await giveBackFocus();
    }
  } finally {
    void offerUndo(removed, chats);
  }
}

/** The stored chat of the active panel; undefined if it is empty. Throws if it could not be saved. */
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

type Act = (summaries: readonly ChatSummary[], actions: ChatActions) => Promise<unknown>;

function withFirst(act: (summary: ChatSummary, actions: ChatActions) => Promise<void>): Act {
  return async ([summary], actions) => summary && act(summary, actions);
}

/** The argument of the key bindings of the tree: VS Code passes no row to them. */
const ofSelection = 'selection';

/** What VS Code passes to the commands of the menu at the title of a chat. */
const isTitle = isObjectOf({ parleySection: isOneOf('title') });

const isChat = isObjectOf({ kind: isOneOf('chat'), summary: isChatSummary });
const isRows = isArrayOf(isObjectOf({ kind: isString }));

/**
 * The chats that the arguments of a command name: the selection, a row of the tree, or all selected rows.
 * `undefined` for arguments that are not understood.
 */
function chatsOf(
  [row, rows, ...others]: readonly unknown[],
  tree: ChatsTree,
): readonly ChatSummary[] | 'current' | undefined {
  if (!isNone(others) || !(rows === undefined || isRows(rows))) {
    return undefined;
  }
  if (row === ofSelection) {
    return tree.selection.map(({ summary }) => summary);
  }
  if (row === undefined || isTitle(row)) {
    return 'current';
  }
  const given = rows === undefined || rows.length === 0 ? [row] : rows;
  const chats = given.filter(isChat).map(({ summary }) => summary);
  return isChat(row) ? chats : undefined;
}

function sayNone(): void {
  const words = vscode.l10n.t('Open or select a chat with messages first.');
  void vscode.window.showInformationMessage(words);
}
