import * as vscode from 'vscode';
import { isString } from '../../../shared/guards.ts';
import { type Command, isMenuContext, isNone, type ReadCommand } from '../../base/commands.ts';
import type { Log } from '../../base/log.ts';
import type { RequestPreview } from '../../chat/requestPreview.ts';
import type { Contexts } from '../../context/registry/contextRegistry.ts';
import { addFiles, addToChat } from '../addToChat.ts';
import { addCellOutput } from '../addImages.ts';
import { openChatCommand } from '../sideBar.ts';
import type { Panels } from '../panels.ts';

/** What the commands act on. */
interface PanelCommandServices {
  readonly panels: Panels;
  readonly contexts: Contexts;
  readonly log: Log;
}

/** The commands that open panels and chats, and those on the chat of the active panel. */
export function panelCommands({ panels, contexts, log }: PanelCommandServices) {
  const newChat = (options?: { readonly isTemporary: boolean }) => async () => {
    const panel = panels.active;
    panels.newChat(options);
    await panel.reveal();
  };
  const addCell = ([given, ...others]: readonly unknown[]) => {
    const cell = given === 'cellOutput' ? activeCell() : cells().find((one) => one === given);
    return cell !== undefined && isNone(others)
      ? async () => {
          const panel = panels.active;
          await panel.reveal();
          addCellOutput(cell, panel);
        }
      : undefined;
  };
  return {
    'parley.open': openChatCommand(panels.sideBar),
    // A keybinding can say that the new chat is to have an editor tab.
    'parley.newChat': {
      read: (args) => {
        const [where, ...others] = args;
        return where === 'editor' && isNone(others)
          ? () => panels.openTab(panels.beginChat())
          : isMenuContext(args)
            ? newChat()
            : undefined;
      },
    },
    'parley.newTemporaryChat': newChat({ isTemporary: true }),
    'parley.keepChat': () => panels.active.chat.session.change({ kind: 'kept' }),
    // A keybinding can pass the name of a source.
    'parley.addToChat': {
      read: ([name, ...others]) =>
        (name === undefined || isString(name)) && isNone(others)
          ? async () => addToChat(panels.active, contexts, name)
          : undefined,
    },
    'parley.addFileToChat': {
      read: (args) =>
        isMenuContext(args)
          ? async () => {
              const panel = panels.active;
              const uris = filesOf(args[0], args[1]);
              await panel.reveal();
              await addFiles(uris, panel, contexts, true);
            }
          : addCell(args),
    },
    'parley.showLog': () => log.show(),
  } satisfies Record<string, Command>;
}

/** Shows the next request of the active panel's chat, with what is in the input box if that can be seen. */
export function previewOfChat(panels: Panels, preview: RequestPreview): ReadCommand {
  const show = async (): Promise<void> => {
    const { active } = panels;
    if (active.isShown) {
      active.tell({ kind: 'showRequest' });
    } else {
      await preview.show({ text: '', context: [] }, active.chat);
    }
  };
  return { read: (args) => (isMenuContext(args) ? show : undefined) };
}

/** Stops the reply of the active panel's chat. If none is running there, or with `all`, whatever is running. */
export function stopInChat(panels: Panels, stopElsewhere: () => void): ReadCommand {
  const stopAll = (): void => {
    panels.stopAll();
    stopElsewhere();
  };
  return {
    read(args) {
      if (args[0] === 'all' && isNone(args.slice(1))) {
        return stopAll;
      }
      const { session } = panels.active.chat;
      return isNone(args) ? () => (session.isRunning ? session.stop() : stopAll()) : undefined;
    },
  };
}

/** The selected cell of the notebook that was used last. */
function activeCell(): vscode.NotebookCell | undefined {
  const editor = vscode.window.activeNotebookEditor ?? vscode.window.visibleNotebookEditors[0];
  return editor?.notebook.getCells(editor.selection)[0];
}

/** The cells of all open notebooks. A menu passes one of them. */
function cells(): readonly vscode.NotebookCell[] {
  return vscode.workspace.notebookDocuments.flatMap((notebook) => notebook.getCells());
}

/**
 * The files and folders that a menu passes: the clicked one, or all that are selected in the explorer. Without any, what
 * the active editor shows.
 */
function filesOf(clicked: unknown, selected: unknown): readonly vscode.Uri[] {
  const given = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const chosen = given.filter((one) => one instanceof vscode.Uri);
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const shown =
    input instanceof vscode.TabInputCustom
      ? input.uri
      : vscode.window.activeTextEditor?.document.uri;
  return chosen.length === 0 && shown !== undefined ? [shown] : chosen;
}
