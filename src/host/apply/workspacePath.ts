import * as vscode from 'vscode';
import { type FileQuery, findFiles } from '../base/files/findFiles.ts';
import { partsBelow } from '../base/files/fileAccess.ts';
import { pathsIn } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { fileBelow, type FoundFile } from '../editor/fileBelow.ts';
import { insideFiles } from '../editor/outsideFiles.ts';

/** At most this many files with a name are looked at. */
const maxFound = 20;

/**
 * The files of the workspace that a path of a reply means: in a folder of the workspace, or else all whose path ends so.
 * The path is not trusted: undefined for one with `..`, an absolute one of another place, one through a symbolic link, and one
 * of Git.
 */
export async function resolvePath(path: string): Promise<readonly vscode.Uri[] | undefined> {
  const segments = segmentsOf(path);
  const isBarred = segments.some((segment) => /^(?:\.\.|\.git)$/i.test(segment));
  if (segments.length === 0 || isBarred || path.startsWith('~')) {
    return undefined;
  }
  const found: FoundFile[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const inside of pathsInFolder(path, folder)) {
      found.push(await fileBelow(folder.uri, inside));
    }
  }
  const uris = uniqueUris(found.filter((one) => one instanceof vscode.Uri));
  if (uris.length > 0) {
    return uris;
  }
  if (isAbsolutePath(path) && found.length === 0) {
    // Some models write the paths of a workspace with a `/` before them.
    return path.startsWith('/') ? resolvePath(segments.join('/')) : undefined;
  }
  return found.includes('link') ? undefined : filesEndingWith(segments);
}

/**
 * Where a file would be that is not there: in the folder of the workspace that its path names, or else in that of the file
 * `near`, or in the first.
 */
export function placeOfNewFile(path: string, near = ''): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isIn = (one: string, folder: vscode.WorkspaceFolder): boolean =>
    insideOf(one, folder) !== undefined;
  const nearFirst = folders.toSorted((a, b) => Number(isIn(near, b)) - Number(isIn(near, a)));
  const folder = nearFirst.find((one) => isIn(path, one)) ?? nearFirst[0];
  const inside = (folder && insideOf(path, folder)) ?? segmentsOf(path);
  return folder && vscode.Uri.joinPath(folder.uri, ...inside.filter((segment) => segment !== '..'));
}

/** What follows the folder in a path that names it. */
function insideOf(path: string, folder: vscode.WorkspaceFolder): readonly string[] | undefined {
  const [inside = []] = pathsInFolder(path, folder);
  return inside.length > 0 && inside.length < segmentsOf(path).length ? inside : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
}

function isAbsolutePath(path: string): boolean {
  return /^(?:[\\/]|[a-z]:[\\/])/i.test(path);
}

/** The ways in which a path can be one below a folder: also with the name of the folder, or of all above it. */
function pathsInFolder(
  path: string,
  folder: vscode.WorkspaceFolder,
): readonly (readonly string[])[] {
  const plain = segmentsOf(path).join('/');
  if (isAbsolutePath(path)) {
    const below = partsBelow(folder.uri, folder.uri.with({ path: `/${plain}` }));
    return below === undefined ? [] : [below];
  }
  return pathsIn(folder, plain).map((one) => one.split('/'));
}

/** All files of the workspace whose path ends with these segments. */
async function filesEndingWith(segments: readonly string[]): Promise<readonly vscode.Uri[]> {
  const query: FileQuery = {
    glob: `**/${segments.map((segment) => segment.replaceAll(/[[\]{}*?]/g, '[$&]')).join('/')}`,
    exclude: '**/{node_modules,.git}/**',
    limit: maxFound,
    isWanted: (path) => path.slice(-segments.length).join('/') === segments.join('/'),
    isLeftOut: (path) => /^(?:node_modules|\.git)$/.test(path.at(-1) ?? ''),
  };
  const { token } = new vscode.CancellationTokenSource();
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(async (folder) => findFiles(folder, query, token)));
  return uniqueUris(await insideFiles(found.flat()));
}
