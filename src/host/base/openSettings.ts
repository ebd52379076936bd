import * as vscode from 'vscode';

/** What VS Code's settings editor is searched for. */
const queries = {
  certificates: 'http.systemCertificates',
  proxy: 'http.proxy',
  timeouts: '@ext:parley-chat.parley timeout',
  place: 'remote.extensionKind',
} as const;

/** Opens VS Code's settings editor with the settings that concern something. */
export async function openSettings(about: keyof typeof queries): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', queries[about]);
}
