import * as vscode from 'vscode';
import { pathsIn } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { fileBelow } from '../editor/fileBelow.ts';

/** A longer path is not looked for. */
const bounds = { characters: 1000, folders: 100 };

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
    places.map(async ({ folder, below }) => fileBelow(folder.uri, below.split('/'))),
  );
  return uniqueUris(found.filter((one) => one instanceof vscode.Uri));
}
