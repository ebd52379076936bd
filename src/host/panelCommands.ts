import * as vscode from 'vscode';
import { handleCommand } from './commandHandlers.ts';
import type { Panels } from './panels.ts';

const moveToNewWindow = 'workbench.action.moveEditorToNewWindow';

/** Registers the commands that open panels, and those that act on the chat of the active one. */
export function registerPanelCommands(panels: Panels): vscode.Disposable {
  const handlers: Readonly<Record<string, () => unknown>> = {
    openInEditor: () => panels.openTab(panels.active.chat),
    openInNewWindow: async () => openInNewWindow(panels),
    newChat: async () => {
      const panel = panels.active;
      panels.newChat();
      await panel.reveal();
    },
    newTemporaryChat: async () => {
      const panel = panels.active;
      panels.newChat({ isTemporary: true });
      await panel.reveal();
    },
    keepChat: () => panels.active.chat.session.change({ kind: 'kept' }),
    newChatInEditor: () => panels.openTab(panels.beginChat()),
    stop: () => panels.active.chat.session.stop(),
    stopAll: () => panels.stopAll(),
    showRequest: async () => showRequest(panels),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([name, handler]) => handleCommand(`parley.${name}`, handler)),
  );
}

/** Moves the tab that is active to a window of its own; the chat of the side bar gets a tab for it. */
async function openInNewWindow(panels: Panels): Promise<void> {
  const { active, sideBar } = panels;
  if (active === sideBar) {
    panels.openTab(active.chat);
  } else {
    await active.reveal();
  }
  // Not every VS Code has windows of this kind: then it stays a tab.
  if ((await vscode.commands.getCommands(true)).includes(moveToNewWindow)) {
    await vscode.commands.executeCommand(moveToNewWindow);
  }
}

/** Shows the next request, with what stands in the panel's box if the panel is shown. */
async function showRequest({ active }: Panels): Promise<void> {
  if (active.isShown) {
    active.tell({ kind: 'showRequest' });
  } else {
    await active.chat.preview({ text: '', context: [] });
  }
}
