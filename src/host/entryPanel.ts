import type * as vscode from 'vscode';
import { showPage } from './base/webviewPage.ts';
import type { Panel } from './panel/panel.ts';

/**
 * Shows the page of the panel in every webview that VS Code makes for the view, and gives the webview to
 * `panel` once that is there: what the page says before waits until then.
 */
export function createEntryPanel(
  extensionUri: vscode.Uri,
  panel: () => Promise<Pick<Panel, 'attach'>>,
): vscode.WebviewViewProvider {
  return {
    async resolveWebviewView(view) {
      const received: unknown[] = [];
      const subscriptions = [
        view.webview.onDidReceiveMessage((message: unknown) => received.push(message)),
        // The page of a hidden view is dropped, and the one that comes in its place says it once more.
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
