import * as vscode from 'vscode';

/** The document at an address, if VS Code has it open. */
export function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => isSame(document.uri, uri));
}

/** Whether two addresses are the same. */
export function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

/** Each address once. */
export function uniqueUris(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
