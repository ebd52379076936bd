import * as vscode from 'vscode';

const openable: ReadonlySet<string> = new Set(['http', 'https', 'mailto']);

/** Opens a link that the user clicked in a reply; VS Code asks first where it does not trust it. */
export async function openLink(href: string): Promise<void> {
  const uri = parse(href);
  if (uri !== undefined && openable.has(uri.scheme)) {
    await vscode.env.openExternal(uri);
  }
}

function parse(href: string): vscode.Uri | undefined {
  try {
    return vscode.Uri.parse(href, true);
  } catch {
    return undefined;
  }
}
