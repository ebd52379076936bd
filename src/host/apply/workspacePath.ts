import * as vscode from 'vscode';
import { type FileQuery, findFiles } from '../base/findFiles.ts';
import { pathsIn } from '../editor/codePlace.ts';

/** What a path that a reply names leads to. */
export type PathResult =
  /** Files that are there; several if it fits more than one. */
  | { readonly kind: 'files'; readonly uris: readonly vscode.Uri[] }
  /** No such file. */
  | { readonly kind: 'none' }
  /** It leads out of the workspace, or is not to be written to. */
  | { readonly kind: 'refused'; readonly reason: 'outside' | 'link' | 'repository' };

/** At most this many files with a name are looked at. */
const maxFound = 20;

/**
 * The files of the workspace that a path of a reply means: in a folder of the workspace, or else all whose path ends so.
 * The path is not trusted: one with `..`, an absolute one of another place, and one through a symbolic link lead nowhere.
 */
export async function resolvePath(path: string): Promise<PathResult> {
  const segments = segmentsOf(path);
  const isAbsolute = isAbsolutePath(path);
  if (segments.length === 0 || segments.includes('..') || path.startsWith('~')) {
    return { kind: 'refused', reason: 'outside' };
  }
  const found: Walked[] = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const inside of pathsInFolder(segments, folder, isAbsolute)) {
      found.push(await walk(folder.uri, inside));
    }
  }
  const there = unique(found.filter((one) => one instanceof vscode.Uri));
  if (there.length > 0) {
    return { kind: 'files', uris: there };
  }
  const refused = found.find((one) => one === 'link' || one === 'repository');
  if (refused !== undefined) {
    return { kind: 'refused', reason: refused };
  }
  if (isAbsolute && found.length === 0) {
    // Some models write the paths of a workspace with a `/` before them.
    return path.startsWith('/')
      ? resolvePath(segments.join('/'))
      : { kind: 'refused', reason: 'outside' };
  }
  const elsewhere = await filesEndingWith(segments);
  return elsewhere.length === 0 ? { kind: 'none' } : { kind: 'files', uris: elsewhere };
}

/**
 * Where a file would be that is not there: in the folder of the workspace that its path names, or else in that of the file
 * with the path `near`, or else in the first. Undefined if the workspace has no folder.
 */
export function placeOfNewFile(path: string, near = ''): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const nearFirst = [
    ...folders.filter((folder) => insideOf(near, folder) !== undefined),
    ...folders,
  ];
  const named = nearFirst.find((folder) => insideOf(path, folder) !== undefined);
  const folder = named ?? nearFirst[0];
  const inside = (named && insideOf(path, named)) ?? segmentsOf(path);
  return folder && vscode.Uri.joinPath(folder.uri, ...inside.filter((segment) => segment !== '..'));
}

/** What follows the folder in a path that names it. */
function insideOf(path: string, folder: vscode.WorkspaceFolder): readonly string[] | undefined {
  const segments = segmentsOf(path);
  const [inside = segments] = pathsInFolder(segments, folder, isAbsolutePath(path));
  return inside.length < segments.length ? inside : undefined;
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
  segments: readonly string[],
  folder: vscode.WorkspaceFolder,
  isAbsolute: boolean,
): readonly (readonly string[])[] {
  const { uri } = folder;
  if (isAbsolute) {
    const above = uri.path.split('/').filter((segment) => segment !== '');
    return above.every((segment, at) => segment === segments[at])
      ? [segments.slice(above.length)]
      : [];
  }
  return pathsIn(folder, segments.join('/')).map((path) => path.split('/'));
}

type Walked = vscode.Uri | 'link' | 'repository' | undefined;

/** The file at a path below a folder, with capitals as the file system has them. */
async function walk(folder: vscode.Uri, segments: readonly string[]): Promise<Walked> {
  let uri = folder;
  for (const [at, segment] of segments.entries()) {
    if (segment.toLowerCase() === '.git') {
      return 'repository';
    }
    const entry = await entryOf(uri, segment);
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
  const walked = await Promise.all(found.flat().map(async (uri) => withoutLinks(uri)));
  return unique(walked.filter((one) => one instanceof vscode.Uri));
}

/** The same file, if no link leads to it. */
async function withoutLinks(uri: vscode.Uri): Promise<Walked> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const path = folder && uri.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
  return folder && path !== undefined ? walk(folder.uri, path.split('/')) : undefined;
}

function unique(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}
