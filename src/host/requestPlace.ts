import * as vscode from 'vscode';

/** Where Parley runs, and requests leave from with it: this computer, the remote host or a browser. */
export function requestPlace(kind: vscode.ExtensionKind): string {
  const { remoteName, uiKind } = vscode.env;
  if (remoteName !== undefined && kind === vscode.ExtensionKind.Workspace) {
    return vscode.l10n.t('the remote host ({0})', remoteName);
  }
  return uiKind === vscode.UIKind.Web
    ? vscode.l10n.t('this browser')
    : vscode.l10n.t('this computer');
}
