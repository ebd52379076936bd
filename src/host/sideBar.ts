import * as vscode from 'vscode';
import type { PanelView } from './panelView.ts';

/** The ids of the view, one for each place it can be in. */
const viewIds = ['parley.chat', 'parley.chatInActivityBar'] as const;

/** VS Code has had the secondary side bar as a place for extensions' views since this version. */
const secondarySideBarSince = { major: 1, minor: 106 };

/** Shows the view where this VS Code can have it and puts the focus into it. */
export async function openSideBar(): Promise<void> {
  const [secondary, activityBar] = viewIds;
  await vscode.commands.executeCommand(
    `${hasSecondarySideBar(vscode.version) ? secondary : activityBar}.focus`,
  );
}

/** Whether a VS Code of this version (`1.106.0`) takes views for its secondary side bar. */
export function hasSecondarySideBar(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const since = secondarySideBarSince;
  return major > since.major || (major === since.major && minor >= since.minor);
}

/** Gives `panel` every webview that VS Code makes for the view. */
export function registerSideBar(panel: PanelView): vscode.Disposable {
  const provider: vscode.WebviewViewProvider = {
    resolveWebviewView: (view) => panel.attach(view, view.onDidChangeVisibility),
  };
  return vscode.Disposable.from(
    ...viewIds.map((id) => vscode.window.registerWebviewViewProvider(id, provider)),
  );
}
