import * as vscode from 'vscode';
import { showPage } from '../base/webviewPage.ts';
import type { Panel } from './panel.ts';

/** The ids of the view, one for each place that it can have. */
export const viewIds = ['parley.chat', 'parley.chatInActivityBar'] as const;

/** The first version of VS Code that lets extensions put views in the secondary side bar. */
const secondarySideBarSince = { major: 1, minor: 106 };

/** Shows the view and moves the focus to it. */
export async function openSideBar(): Promise<void> {
  const [secondary, activityBar] = viewIds;
  await vscode.commands.executeCommand(
    `${hasSecondarySideBar(vscode.version) ? secondary : activityBar}.focus`,
  );
}

/** Whether VS Code of this version, such as `1.106.0`, lets extensions use the secondary side bar. */
export function hasSecondarySideBar(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const since = secondarySideBarSince;
  return major > since.major || (major === since.major && minor >= since.minor);
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
