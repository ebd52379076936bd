import * as vscode from 'vscode';
import { showPage } from '../base/webviewPage.ts';
import type { Panel } from './panel.ts';

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
