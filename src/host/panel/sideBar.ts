import * as vscode from 'vscode';
import { showPage } from '../base/webviewPage.ts';
import type { Panel } from './panel.ts';
import { isKeyOf, isRecord } from '../../shared/guards.ts';
import { type Command, isMenuContext } from '../base/commands.ts';

/** The ID of the view with the chat. */
export const viewId = 'parley.chat';

/** Shows the view where the user has put it, and moves the focus to it. */
export async function openSideBar(): Promise<void> {
  await vscode.commands.executeCommand(`${viewId}.focus`);
}

/**
 * Shows the page of the panel in every webview that VS Code makes for the view, at once. The webview goes to
 * `panel` as soon as that resolves, together with what the page has posted until then.
 */
export function createSideBarProvider(
  extensionUri: vscode.Uri,
  panel: () => Promise<Pick<Panel, 'attach'>>,
): vscode.WebviewViewProvider {
  return {
    async resolveWebviewView(view) {
      const received: unknown[] = [];
      const subscriptions = [
        view.webview.onDidReceiveMessage((message: unknown) => received.push(message)),
        // VS Code drops the page of a hidden view. The next page posts the same again.
        view.onDidChangeVisibility(() => received.splice(0)),
      ];
      let isThere = true;
      view.onDidDispose(() => (isThere = false));
      showPage(view.webview, extensionUri, 'panel');
      const shown = await panel();
      subscriptions.forEach((one) => void one.dispose());
      if (isThere) {
        shown.attach(view, view.onDidChangeVisibility, received);
      }
    },
  };
}

/** The places that the key of Parley: Open Chat can be pressed in, with the command that leads back there. */
const waysBack = {
  editor: 'workbench.action.focusActiveEditorGroup',
  panel: 'workbench.action.focusPanel',
  explorer: 'workbench.explorer.fileView.focus',
  search: 'workbench.view.search.focus',
  sourceControl: 'workbench.scm.focus',
} as const;

const isPlace = isKeyOf(waysBack);

/**
 * The command that shows the chat in the side bar. Its keybindings say where the key was pressed: VS Code tells an
 * extension nothing of the focus. In the chat, the same key leads back to that place.
 */
export function openChatCommand(sideBar: Pick<Panel, 'hasFocus'> | undefined): Command {
  let cameFrom: keyof typeof waysBack = 'editor';
  return {
    read(args) {
      const [key, ...others] = args;
      const from = isRecord(key) && Object.hasOwn(key, 'from') ? key['from'] : undefined;
      if (!isPlace(from) || others.length > 0) {
        return isMenuContext(args) ? openSideBar : undefined;
      }
      return async () => {
        if (sideBar?.hasFocus === true) {
          await vscode.commands.executeCommand(waysBack[cameFrom]);
        } else {
          cameFrom = from;
          await openSideBar();
        }
      };
    },
  };
}
