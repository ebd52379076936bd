import type * as vscode from 'vscode';

/** The path of a file or folder in a folder, empty for the folder itself; undefined if it is not in it. */
export function pathBelow(root: vscode.Uri, uri: vscode.Uri): string | undefined {
  const folder = root.path.endsWith('/') ? root.path : `${root.path}/`;
  const isSame = root.scheme === uri.scheme && root.authority === uri.authority;
  return isSame && `${uri.path}/`.startsWith(folder) ? uri.path.slice(folder.length) : undefined;
}

/** The same in its parts. */
export function partsBelow(root: vscode.Uri, uri: vscode.Uri): readonly string[] | undefined {
  return pathBelow(root, uri)
    ?.split('/')
    .filter((part) => part !== '');
}
