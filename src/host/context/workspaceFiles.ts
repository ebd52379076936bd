import * as vscode from 'vscode';
import { isRecord } from '../../shared/guards.ts';
import type { FoundFile } from '../../shared/panel/panelProtocol.ts';
import { foundFile, openFiles } from './openFiles.ts';

/** Longer queries are cut. In characters. */
const maxQuery = 100;

/** VS Code stops searching after this many matching files. */
const maxFound = 2000;

/** At most this many of them are given. */
const maxFiles = 50;

/** A file with a longer path is left out. In characters. */
const maxPath = 1000;

/** At most this many patterns of the setting `search.exclude` are used. */
const maxExcludes = 100;

/** Finds files of the workspace by part of their path. Reads none of them. */
export interface WorkspaceFiles extends vscode.Disposable {
  /**
   * The files whose name has the text after the last `/` of `query`, in a folder whose path has the text before it,
   * the best first. Case does not matter. Resolves to `undefined` if a later search has begun.
   */
  find(query: string): Promise<readonly FoundFile[] | undefined>;
}

/** Searches with VS Code; a search ends the one before. */
export function createWorkspaceFiles(): WorkspaceFiles {
  let search = new vscode.CancellationTokenSource();
  return {
    async find(given) {
      const query = given.slice(0, maxQuery).toLowerCase();
      search.cancel();
      search.dispose();
      const own = (search = new vscode.CancellationTokenSource());
      const found = await vscode.workspace.findFiles(
        fileGlob(query),
        excludeGlob(),
        maxFound,
        own.token,
      );
      return own.token.isCancellationRequested ? undefined : bestFiles(query, found);
    },
    dispose() {
      search.cancel();
      search.dispose();
    },
  };
}

function bestFiles(query: string, found: readonly vscode.Uri[]): readonly FoundFile[] {
  const open = new Set(openFiles().map((uri) => uri.toString()));
  // The open files may be missing among so many.
  const all = [...openFiles().filter(isInWorkspace), ...found];
  const files = [...new Map(all.map((uri) => [uri.toString(), foundFile(uri)])).values()];
  return files
    .filter((file) => file.folder.length + file.name.length < maxPath && matches(query, file))
    .map((file) => ({ file, rank: rankOf(query, file, open) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank))
    .slice(0, maxFiles)
    .map(({ file }) => file);
}

function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function splitQuery(query: string): { readonly folder: string; readonly name: string } {
  const end = query.lastIndexOf('/');
  return { folder: query.slice(0, Math.max(end, 0)), name: query.slice(end + 1) };
}

function matches(query: string, file: FoundFile): boolean {
  const { folder, name } = splitQuery(query);
  return (
    file.name.toLowerCase().includes(name) && `/${file.folder}/`.toLowerCase().includes(folder)
  );
}

/** Lower numbers and texts come first. */
type Rank = readonly [start: number, open: number, length: number, path: string];

function rankOf(query: string, file: FoundFile, open: ReadonlySet<string>): Rank {
  const path = `${file.folder}/${file.name}`;
  const isStart = file.name.toLowerCase().startsWith(splitQuery(query).name);
  return [isStart ? 0 : 1, open.has(file.uri) ? 0 : 1, path.length, path];
}

function compareRanks(one: Rank, other: Rank): number {
  return (
    one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || (one[3] < other[3] ? -1 : 1)
  );
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

/** What VS Code's own search leaves out. It leaves out `files.exclude` by itself. */
function excludeGlob(): string {
  const setting: unknown = vscode.workspace.getConfiguration('search').get('exclude');
  const excluded = Object.entries(isRecord(setting) ? setting : {}).flatMap(([glob, isOn]) =>
    isOn === true && glob.length < maxPath ? [glob] : [],
  );
  return `{${['**/node_modules', '**/.git', ...excluded.slice(0, maxExcludes)].join(',')}}`;
}
