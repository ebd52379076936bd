import * as vscode from 'vscode';
import { isArrayOf, isObjectOf, isOneOf, isRecord, isString } from '../../../shared/guards.ts';
import { type Command, isMenuContext, isNone } from '../../base/commands.ts';
import { focusReturn } from '../../panel/panel.ts';
import { sayingTrouble, unsavedText } from '../../store/storeNotices.ts';
import {
  type ChatActions,
  type ChatActionServices,
  createChatActions,
  offerUndo,
} from '../chatActions.ts';
import { type ChatSummary, isChatSummary } from '../chatSummary.ts';
import type { HistorySource } from '../search/historySearch.ts';
import type { ChatRowStates } from './chatRow.ts';
import { showChats } from './chatsPicker.ts';
import { askFilter, type ChatsTree } from './chatsTree.ts';

/** What the commands act on. */
interface ChatCommandServices {
  readonly source: HistorySource;
  readonly tree: ChatsTree;
  readonly chats: ChatActionServices;
  /** Exports chats that the user chooses. */
  readonly exportChosen: () => Promise<void>;
  readonly states: ChatRowStates;
}

/**
 * The commands on stored chats. From the tree they act on its selected chats, from elsewhere on the chat of
 * the active panel.
 */
export function chatCommands({ source, tree, chats, exportChosen, states }: ChatCommandServices) {
  const actions = createChatActions(chats, (removed) => void offerUndo(removed, chats));
  const current = async () => {
    const shown = await currentChat(source, chats);
    return shown === undefined ? [] : [shown];
  };
  const act = (run: ChatActions[keyof ChatActions]) =>
    ({
      read(args: readonly unknown[]) {
        const chosen = chatsOf(args, tree);
        return chosen === undefined
          ? undefined
          : async () =>
              sayingTrouble(async () => {
                const summaries = chosen === 'current' ? await current() : chosen;
                return summaries.length > 0 ? run(summaries) : sayNone();
              });
      },
    }) satisfies Command;
  return {
    'parley.showHistory': async () =>
      sayingTrouble(async () => pickChat({ source, chats, states })),
    'parley.chats.open': act(actions.open),
    'parley.openInEditor': {
      read: (args) =>
        isChat(args[0])
          ? act(actions.openInEditor).read(args)
          : isMenuContext(args)
            ? () => chats.panels.openTab(chats.panels.active.chat)
            : undefined,
    },
    'parley.chats.rename': act(actions.rename),
    'parley.chats.titleFromModel': act(actions.titleFromModel),
    'parley.chats.pin': act(actions.pin),
    'parley.chats.tag': act(actions.tag),
    'parley.chats.duplicate': act(actions.duplicate),
    'parley.exportChats': {
      read: (args) =>
        isNone(args) ? async () => sayingTrouble(exportChosen) : act(actions.exportTo).read(args),
    },
    'parley.chats.remove': act(actions.remove),
    'parley.chats.filter': filterCommand(tree),
  } satisfies Record<string, Command>;
}

/** Asks for the filter of the tree. A keybinding can pass its text. */
function filterCommand(tree: ChatsTree): Command {
  const ask = async (): Promise<void> => {
    await vscode.commands.executeCommand('parley.history.focus');
    await askFilter(tree.filter, (typed) => tree.setFilter(typed));
  };
  return {
    read(args) {
      const [given, ...others] = args;
      const text = isRecord(given) && isNone(others) ? given['text'] : undefined;
      return isString(text) ? () => tree.setFilter(text) : isMenuContext(args) ? ask : undefined;
    },
  };
}

/** Lets the user open a chat from a list, in which chats can be deleted as well. */
async function pickChat({
  source,
  chats,
  states,
}: Pick<ChatCommandServices, 'source' | 'chats' | 'states'>): Promise<void> {
  const giveBackFocus = focusReturn(chats.panels.active);
  await chats.sync.flush();
  // An offer to undo a deletion would close the list.
  const removed: ChatSummary[] = [];
  const actions = createChatActions(chats, (some) => removed.push(...some));
  try {
    if (!(await showChats(source, actions, states))) {
      await giveBackFocus();
    }
  } finally {
    void offerUndo(removed, chats);
  }
}

/** The stored chat of the active panel; undefined if it is empty. Throws if it could not be saved. */
async function currentChat(
  { history }: HistorySource,
  { sync, panels }: Pick<ChatActionServices, 'sync' | 'panels'>,
): Promise<ChatSummary | undefined> {
  await sync.flush();
  const { id } = panels.active.chat.session.conversation;
  // Another window may have changed its labels while no list was shown.
  history.touch(id);
  const found = (await history.all()).find((summary) => summary.id === id);
  if (found === undefined && sync.isUnsaved(id)) {
    throw new Error(unsavedText());
  }
  return found;
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
