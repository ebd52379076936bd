import * as vscode from 'vscode';
import { isString } from '../../../shared/guards.ts';
import { type Command, isMenuContext, isNone } from '../../base/commands.ts';
import type { Log } from '../../base/log.ts';
import type { RequestPreview } from '../../chat/requestPreview.ts';
import type { Contexts } from '../../context/contexts.ts';
import { addFiles } from '../addFiles.ts';
import { addCellOutput } from '../images/addImages.ts';
import { addToChat } from '../addToChat.ts';
import { openChatCommand } from '../openChat.ts';
import type { Panels } from '../panels.ts';

/** What the commands act on. */
interface PanelCommandServices {
  readonly panels: Panels;
  readonly preview: RequestPreview;
  readonly contexts: Contexts;
  readonly log: Log;
}

/** The commands that open panels and chats, and those on the chat of the active panel. */
export function panelCommands({ panels, preview, contexts, log }: PanelCommandServices) {
  const newChat = (options?: { readonly isTemporary: boolean }) => async () => {
    const panel = panels.active;
    panels.newChat(options);
    await panel.reveal();
  };
  return {
    'parley.open': openChatCommand(panels.sideBar),
    'parley.openInEditor': () => panels.openTab(panels.active.chat),
    'parley.openInNewWindow': async () => openInNewWindow(panels),
    'parley.newChat': newChat(),
    'parley.newTemporaryChat': newChat({ isTemporary: true }),
    'parley.newChatInEditor': () => panels.openTab(panels.beginChat()),
    'parley.keepChat': () => panels.active.chat.session.change({ kind: 'kept' }),
    'parley.stop': () => panels.active.chat.session.stop(),
    'parley.stopAll': () => panels.stopAll(),
    'parley.showRequest': async () => {
      const { active } = panels;
      if (active.isShown) {
        // Includes what is in the panel's input box.
        active.tell({ kind: 'showRequest' });
      } else {
        await preview.show({ text: '', context: [] }, active.chat);
      }
    },
    'parley.copyRequestAsCurl': async () => preview.copyAsCurl(),
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
          : undefined,
    },
    'parley.attachCellOutput': {
      read: ([given, ...others]) => {
        const cell = given === undefined ? activeCell() : cells().find((one) => one === given);
        return cell !== undefined && isNone(others)
          ? async () => {
              const panel = panels.active;
              await panel.reveal();
              addCellOutput(cell, panel);
            }
          : undefined;
      },
    },
    'parley.showLog': () => log.show(),
  } satisfies Record<string, Command>;
}

const moveToNewWindow = 'workbench.action.moveEditorToNewWindow';

/** Moves the active tab to a window of its own; the chat of the side bar gets a tab for it. */
async function openInNewWindow(panels: Panels): Promise<void> {
  const { active, sideBar } = panels;
  if (active === sideBar) {
    panels.openTab(active.chat);
  } else {
    await active.reveal();
  }
  // Some VS Code hosts have no such windows. There it stays a tab.
  if ((await vscode.commands.getCommands(true)).includes(moveToNewWindow)) {
    await vscode.commands.executeCommand(moveToNewWindow);
  }
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
