import * as vscode from 'vscode';

/** A longer path is not looked for. */
const bounds = { characters: 1000, parts: 64 };

/**
 * The file of the workspace with this path, as context items have it. Undefined if there is none. The path may come
 * from a forged message or an imported chat: nothing outside of the workspace is found, neither by `..` nor through a
 * symbolic link.
 */
export async function findInWorkspace(path: string): Promise<vscode.Uri | undefined> {
  const parts = path.length > bounds.characters ? [] : path.split('/');
  if (parts.length > bounds.parts || !parts.every(isPlainPart)) {
    return undefined;
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  const named = folders.length > 1 ? folders.filter(({ name }) => name === parts[0]) : [];
  const places = [
    ...named.map(({ uri }) => ({ uri, below: parts.slice(1) })),
    ...folders.map(({ uri }) => ({ uri, below: parts })),
  ];
  for (const { uri, below } of places) {
    if (below.length > 0 && (await isPlainFile(uri, below))) {
      return vscode.Uri.joinPath(uri, ...below);
    }
  }
  return undefined;
}

/** Windows also separates by `\`, and reads `a:b` as a stream of a file. */
function isPlainPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part);
}

/** Whether this is a file that is reached without a symbolic link. */
async function isPlainFile(root: vscode.Uri, parts: readonly string[]): Promise<boolean> {
  try {
    for (let count = 1; count <= parts.length; count += 1) {
      const { type } = await vscode.workspace.fs.stat(
        vscode.Uri.joinPath(root, ...parts.slice(0, count)),
      );
      const wanted = count < parts.length ? vscode.FileType.Directory : vscode.FileType.File;
      // With a link, the type has another bit.
      if (type !== wanted) {
        return false;
      }
    }
    return true;
  } catch {
    return false;
  }
}
