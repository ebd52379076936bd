import * as vscode from 'vscode';

/** Larger files are not read, in bytes. */
const maxFileBytes = 1024 * 1024;

/**
 * The document of a file that something in the workspace names: one that is open, or a file in the workspace. What
 * names it is not trusted, so nothing outside is read, also not through a symbolic link.
 */
export async function readableDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const address = uri.toString();
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
  if (open !== undefined) {
    return open;
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  try {
    return folder !== undefined && (await isPlainFile(uri, folder.uri))
      ? await vscode.workspace.openTextDocument(uri)
      : undefined;
  } catch {
    // It is gone or no text.
    return undefined;
  }
}

/** Whether it is a file, and neither it nor a folder on the way to it is a symbolic link. */
async function isPlainFile(uri: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type !== vscode.FileType.File || size > maxFileBytes) {
    return false;
  }
  const names = uri.path
    .slice(folder.path.length)
    .split('/')
    .filter((name) => name !== '');
  for (let depth = 1; depth < names.length; depth += 1) {
    const way = vscode.Uri.joinPath(folder, ...names.slice(0, depth));
    if ((await vscode.workspace.fs.stat(way)).type !== vscode.FileType.Directory) {
      return false;
    }
  }
  return !names.includes('..');
}
