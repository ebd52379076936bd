import * as vscode from 'vscode';
import { pathsIn } from '../editor/codePlace.ts';

/** A longer path is not looked for. */
const bounds = { characters: 1000, parts: 64, folders: 100 };

/**
 * The files of the workspace with this path, as context items have it, the likeliest first. Several, if folders of the
 * workspace have been added or removed since. The path may come from a forged message or an imported chat: nothing
 * outside of the workspace is found, neither by `..` nor through a symbolic link.
 */
export async function findInWorkspace(path: string): Promise<readonly vscode.Uri[]> {
  if (path.length > bounds.characters) {
    return [];
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).slice(0, bounds.folders);
  const all = folders.flatMap((folder) =>
    pathsIn(folder, path).map((below) => ({ folder, below, isWhole: below === path })),
  );
  // Of several folders, one that is named comes before one in which the path is as well.
  const places =
    folders.length > 1
      ? all.toSorted((one, other) => Number(one.isWhole) - Number(other.isWhole))
      : all;
  const found = await Promise.all(
    places.map(async ({ folder, below }) => plainFile(folder.uri, below.split('/'))),
  );
  const files = found.filter((uri) => uri !== undefined);
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

/** Windows also separates by `\`, and reads `a:b` as a stream of a file. */
function isPlainPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part);
}

/** The file at a path below a folder, if it is reached without a symbolic link. */
async function plainFile(
  root: vscode.Uri,
  parts: readonly string[],
): Promise<vscode.Uri | undefined> {
  if (parts.length > bounds.parts || !parts.every(isPlainPart)) {
    return undefined;
  }
  try {
    for (let count = 1; count <= parts.length; count += 1) {
      const { type } = await vscode.workspace.fs.stat(
        vscode.Uri.joinPath(root, ...parts.slice(0, count)),
      );
      const wanted = count < parts.length ? vscode.FileType.Directory : vscode.FileType.File;
      // With a link, the type has another bit.
      if (type !== wanted) {
        return undefined;
      }
    }
    return vscode.Uri.joinPath(root, ...parts);
  } catch {
    return undefined;
  }
}
