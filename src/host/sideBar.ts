import * as vscode from 'vscode';

/** The ids of the view, one for each place it can be in. */
export const viewIds = ['parley.chat', 'parley.chatInActivityBar'] as const;

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
