import * as vscode from 'vscode';
import { isRecord, isString } from '../../../shared/guards.ts';
import { visibleText } from '../../../shared/visibleText.ts';

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

/**
 * Whether no part of `path` below `root` is a symbolic link. In somebody else's folder a link can lead to any file of
 * the user. The folder `root` is the user's choice. What is missing is no link.
 */
export async function isLinkFree(root: vscode.Uri, path: readonly string[]): Promise<boolean> {
  let uri = root;
  for (const part of path) {
    uri = vscode.Uri.joinPath(uri, part);
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      if ((type & vscode.FileType.SymbolicLink) !== 0) {
        return false;
      }
    } catch (error) {
      return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    }
  }
  return true;
}

/** Whether a file may be used: one in a workspace only if that is trusted and no symbolic link leads to the file. */
export async function isTrustedFile(uri: vscode.Uri): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) {
    return true;
  }
  const parts = partsBelow(folder.uri, uri);
  return vscode.workspace.isTrusted && parts !== undefined && isLinkFree(folder.uri, parts);
}

/**
 * The text of a file in UTF-8, or of its editor if it is open; undefined if it is larger than `maxBytes`. Throws if it
 * is a folder, a device or a pipe, reading of which would never end, and what the file system throws.
 */
export async function readText(uri: vscode.Uri, maxBytes: number): Promise<string | undefined> {
  const address = uri.toString();
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
  if (open !== undefined) {
    const text = open.getText();
    return text.length > maxBytes ? undefined : text;
  }
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.File) === 0) {
    throw new Error(vscode.l10n.t('{0} is not a file.', visibleText(uri.path)));
  }
  if (size > maxBytes) {
    return undefined;
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > maxBytes ? undefined : new TextDecoder().decode(bytes);
}

/** The user's home folder, where the extension host runs; undefined in a browser. */
function homeFolder(): string | undefined {
  const host: unknown = Reflect.get(globalThis, 'process');
  const variables = isRecord(host) ? host['env'] : undefined;
  const [home] = isRecord(variables)
    ? [variables['HOME'], variables['USERPROFILE']].filter((path) => isString(path) && path !== '')
    : [];
  return isString(home) ? home : undefined;
}

/** The file or folder of an absolute path, or of one that begins with `~/`. Undefined for any other path. */
export function absoluteUri(path: string): vscode.Uri | undefined {
  const isHome = /^~[\\/]/.test(path);
  const home = isHome ? homeFolder() : undefined;
  if (isHome) {
    return home === undefined
      ? undefined
      : vscode.Uri.joinPath(vscode.Uri.file(home), path.slice(2).replaceAll('\\', '/'));
  }
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? vscode.Uri.file(path) : undefined;
}

/** Whether a file or a folder is at an address. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
