import * as vscode from 'vscode';

/** A file, or that a symbolic link leads to it. Undefined if there is none. */
export type FoundFile = vscode.Uri | 'link' | undefined;

/**
 * The file at a path below a folder, with capitals as the file system has them. Each part of the path is looked up in the list of
 * its folder, so that no other name for it leads anywhere, such as a short one of Windows.
 */
export async function fileBelow(
  folder: vscode.Uri,
  segments: readonly string[],
): Promise<FoundFile> {
  let uri = folder;
  for (const [at, segment] of segments.entries()) {
    const entry = /^\.{0,2}$/.test(segment) ? undefined : await entryOf(uri, segment);
    if (entry === undefined) {
      return undefined;
    }
    const [name, type] = entry;
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      return 'link';
    }
    const wanted = at === segments.length - 1 ? vscode.FileType.File : vscode.FileType.Directory;
    if (type !== wanted) {
      return undefined;
    }
    uri = vscode.Uri.joinPath(uri, name);
  }
  return segments.length === 0 ? undefined : uri;
}

/** The entry of a folder with a name. Where capitals do not matter, it may be written otherwise. */
async function entryOf(
  folder: vscode.Uri,
  name: string,
): Promise<[string, vscode.FileType] | undefined> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(folder);
    const exact = entries.find(([one]) => one === name);
    if (exact !== undefined) {
      return exact;
    }
    const alike = entries.filter(([one]) => one.toLowerCase() === name.toLowerCase());
    if (alike.length !== 1) {
      return undefined;
    }
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, name));
    return alike[0];
  } catch {
    return undefined;
  }
}
