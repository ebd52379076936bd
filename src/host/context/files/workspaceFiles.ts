import * as vscode from 'vscode';
import type { FoundFile } from '../../../shared/panel/panelProtocol.ts';
import { createFolderIndex, excludeGlob, type FolderIndex } from './folderIndex.ts';
import { PathIndex } from './pathIndex.ts';
import { pathBelow } from '../../base/files/fileAccess.ts';
import { fileName } from '../../editor/codePlace.ts';
import { uniqueUris } from '../../editor/documentOf.ts';

/** Longer queries are cut. In characters. */
const maxQuery = 100;

/** At most this many files are given. */
const maxFiles = 50;

/** Where a folder has too many files to be kept, VS Code stops searching after this many that match. */
const maxSearched = 2000;

/** The files are forgotten when nobody has looked for one for this long. */
const defaultIdleMs = 10 * 60 * 1000;

/** Finds files and folders of the workspace by part of their path. Reads none of them. */
export interface WorkspaceFiles extends vscode.Disposable {
  /**
   * Shows the best matches for `query`, see `PathIndex.find`: while the workspace is being read, those among the open
   * files first, and then all. Nothing is shown any more when a later search has begun.
   */
  find(query: string, show: (files: readonly FoundFile[]) => void): Promise<void>;
}

/** Reads the names of the files with the first search, and watches them from then on. */
export function createWorkspaceFiles(idleMs = defaultIdleMs): WorkspaceFiles {
  let indexes: readonly FolderIndex[] | undefined;
  let search = new vscode.CancellationTokenSource();
  let idle: ReturnType<typeof setTimeout> | undefined;
  const forget = (): void => {
    clearTimeout(idle);
    indexes?.forEach((index) => index.dispose());
    indexes = undefined;
  };
  const changes = vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(forget),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        event.affectsConfiguration('files.exclude') ||
        event.affectsConfiguration('search.exclude')
      ) {
        forget();
      }
    }),
  );
  return {
    async find(given, show) {
      const query = given.slice(0, maxQuery).toLowerCase();
      search.cancel();
      search.dispose();
      const { token } = (search = new vscode.CancellationTokenSource());
      clearTimeout(idle);
      idle = setTimeout(forget, idleMs);
      indexes ??= (vscode.workspace.workspaceFolders ?? []).map(createFolderIndex);
      if (!indexes.every(({ isReady }) => isReady)) {
        show(openMatches(query));
      }
      const found = await Promise.all(indexes.map(async (index) => matches(index, query, token)));
      if (!token.isCancellationRequested) {
        show(merged(query, found.flat()));
      }
    },
    dispose() {
      forget();
      search.cancel();
      search.dispose();
      changes.dispose();
    },
  };
}

/** The best matches of one folder. */
async function matches(
  index: FolderIndex,
  query: string,
  token: vscode.CancellationToken,
): Promise<readonly FoundFile[]> {
  const { folder } = index;
  const open = new Set(openPathsIn(folder));
  const paths = (await index.paths()) ?? (await searchedPaths(folder, query, token));
  return paths.find(query, open, maxFiles).map(({ path, isFolder }) => {
    const found = foundFile(vscode.Uri.joinPath(folder.uri, path));
    return isFolder ? Object.assign(found, { isFolder }) : found;
  });
}

/** Those among the open files. */
function openMatches(query: string): readonly FoundFile[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap((folder) => {
    const paths = openPathsIn(folder);
    const index = new PathIndex();
    paths.forEach((path) => index.add(path));
    return index
      .find(query, new Set(paths), maxFiles)
      .filter(({ isFolder }) => !isFolder)
      .map(({ path }) => foundFile(vscode.Uri.joinPath(folder.uri, path)));
  });
}

/** The paths of those in a folder, and in none that is inside it. */
function openPathsIn({ uri: root, index }: vscode.WorkspaceFolder): readonly string[] {
  return openFiles()
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri)?.index === index)
    .flatMap((uri) => pathBelow(root, uri) ?? []);
}

/** The best of several folders: each gives its own in order. */
function merged(query: string, found: readonly FoundFile[]): readonly FoundFile[] {
  if ((vscode.workspace.workspaceFolders?.length ?? 0) <= 1) {
    return found;
  }
  const byPath = new Map(found.map((file) => [pathOf(file), file]));
  const index = new PathIndex();
  byPath.forEach((_file, path) => index.add(path));
  const open = new Set(openFiles().map((uri) => pathOf(foundFile(uri))));
  const best = index.find(query, open, maxFiles).flatMap(({ path }) => byPath.get(path) ?? []);
  return [...new Set(best)];
}

function pathOf({ folder, name }: FoundFile): string {
  return `${folder}/${name}`;
}

/** The files that VS Code finds in a folder that has too many. */
async function searchedPaths(
  folder: vscode.WorkspaceFolder,
  query: string,
  token: vscode.CancellationToken,
): Promise<PathIndex> {
  const pattern = new vscode.RelativePattern(folder, fileGlob(query));
  const uris = await vscode.workspace.findFiles(pattern, excludeGlob(), maxSearched, token);
  const index = new PathIndex();
  const found = uris.flatMap((uri) => pathBelow(folder.uri, uri) ?? []);
  [...openPathsIn(folder), ...found].forEach((path) => index.add(path));
  return index;
}

/** A pattern that lets through all files that match; some of them do not match. */
function fileGlob(query: string): string {
  const parts = query.split('/').map((part) => {
    const letters = part.replaceAll(/[^\d._-]/g, anyCase);
    return `*${letters}*`.replaceAll(/\*+/g, '*');
  });
  return `**/${parts.join('/**/')}`;
}

/** Patterns tell upper and lower case apart, and punctuation may have a meaning of its own in them. */
function anyCase(character: string): string {
  return /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : '*';
}

/** The files that are open as text in an editor tab, those of the active group first. */
export function openFiles(): readonly vscode.Uri[] {
  const groups = vscode.window.tabGroups.all.toSorted(
    (one, other) => Number(other.isActive) - Number(one.isActive),
  );
  const uris = groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : [])),
  );
  return uniqueUris(uris);
}

/** A file with its name and its folder apart. */
export function foundFile(uri: vscode.Uri): FoundFile {
  const path = fileName(uri);
  const end = path.lastIndexOf('/');
  return {
    name: path.slice(end + 1),
    folder: path.slice(0, Math.max(end, 0)),
    uri: uri.toString(),
  };
}
