import * as vscode from 'vscode';
import { forEachConcurrently } from '../concurrency.ts';

/** Which files are looked for, and which files and folders are passed over. */
export interface FileQuery {
  /** For VS Code's own search. */
  readonly glob: string;
  /** For VS Code's own search. */
  readonly exclude: string;
  /** No more files are given. */
  readonly limit: number;
  /** The same as `glob`, for a path below the folder in its parts. */
  readonly isWanted: (path: readonly string[]) => boolean;
  /** The same as `exclude`. What is below such a folder is passed over as well. */
  readonly isLeftOut: (path: readonly string[]) => boolean;
}

/** VS Code searches these itself. */
const alwaysSearched: ReadonlySet<string> = new Set(['file', 'vscode-remote']);

/** How long to wait for an extension that may provide a search for another scheme. */
const patienceMs = 1000;

/** Bounds of reading folder by folder, which may be a request to a server each time. */
const bounds = { entries: 50_000, depth: 64, atOnce: 8, ms: 20_000 };

/** Schemes for which a search of VS Code has not returned in time so far. */
const withoutSearch = new Set<string>();

/**
 * Finds files of a workspace folder. In a virtual file system without a search provider, for which there is no stable
 * API, VS Code's own `findFiles` never ends. There, the folders are read one by one, without following symbolic links,
 * until a bound is reached or `token` is cancelled.
 */
export async function findFiles(
  { uri }: Pick<vscode.WorkspaceFolder, 'uri'>,
  query: FileQuery,
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const search = async (): Promise<readonly vscode.Uri[]> => {
    const pattern = new vscode.RelativePattern(uri, query.glob);
    return vscode.workspace.findFiles(pattern, query.exclude, query.limit, token);
  };
  if (alwaysSearched.has(uri.scheme)) {
    return search();
  }
  const found = withoutSearch.has(uri.scheme) ? undefined : await inTime(search(), uri.scheme);
  return found ?? readFolders(uri, query, token);
}

/** Undefined if there is no result in time. If it arrives later, the search is used from then on. */
async function inTime<T>(search: Promise<T>, scheme: string): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      withoutSearch.add(scheme);
      resolve(undefined);
    }, patienceMs);
  });
  const ended = search.finally(() => {
    clearTimeout(timer);
    withoutSearch.delete(scheme);
  });
  return Promise.race([ended, late]);
}

async function readFolders(
  root: vscode.Uri,
  {
    limit,
    isWanted,
    isLeftOut,
    takesLinks = false,
  }: Pick<FileQuery, 'limit' | 'isWanted' | 'isLeftOut'> & { readonly takesLinks?: boolean },
  token: vscode.CancellationToken,
): Promise<readonly vscode.Uri[]> {
  const files: vscode.Uri[] = [];
  let entries = 0;
  let isEnded = false;
  const isOver = (): boolean => isEnded || files.length >= limit || entries >= bounds.entries;
  const read = async (): Promise<void> => {
    let folders: readonly (readonly string[])[] = [[]];
    for (let depth = 0; folders.length > 0 && depth < bounds.depth && !isOver(); depth += 1) {
      const below: (readonly string[])[] = [];
      await forEachConcurrently(folders, bounds.atOnce, async (folder) => {
        for (const [name, type] of isOver() ? [] : await entriesOf(root, folder)) {
          const path = [...folder, name];
          entries += 1;
          if (isOver() || isLeftOut(path)) {
            continue;
          }
          // The type of a symbolic link has a further bit set.
          const isFile = (type & vscode.FileType.File) !== 0;
          if (type === vscode.FileType.Directory) {
            below.push(path);
          } else if (isFile && (takesLinks || type === vscode.FileType.File) && isWanted(path)) {
            files.push(vscode.Uri.joinPath(root, ...path));
          }
        }
      });
      folders = below;
    }
  };
  // A server may never reply, so the time is limited.
  const subscriptions: vscode.Disposable[] = [];
  const ended = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, bounds.ms);
    subscriptions.push(
      new vscode.Disposable(() => clearTimeout(timer)),
      token.onCancellationRequested(() => resolve()),
    );
  });
  await Promise.race([read(), ended]);
  isEnded = true;
  vscode.Disposable.from(...subscriptions).dispose();
  return files.slice(0, limit);
}

/** How many folders below the first one `filesIn` goes. */
const maxDepth = 4;

/**
 * The files in a folder and the folders in it whose name `isWanted`, at most `limit` of them, those that are less deep
 * before others, in the order of their paths. No link to a folder is followed, and one to a file only if `takesLinks`.
 */
export async function filesIn(
  top: vscode.Uri,
  isWanted: (name: string) => boolean,
  limit: number,
  takesLinks = false,
): Promise<readonly vscode.Uri[]> {
  const { token } = new vscode.CancellationTokenSource();
  const files = await readFolders(
    top,
    {
      limit,
      takesLinks,
      isWanted: (path) => isWanted(path.at(-1) ?? ''),
      isLeftOut: (path) => path.length > maxDepth + 1,
    },
    token,
  );
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Empty if the folder cannot be read. Names that are paths are left out: they would lead elsewhere. */
async function entriesOf(
  root: vscode.Uri,
  folder: readonly string[],
): Promise<readonly [string, vscode.FileType][]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(root, ...folder));
    return entries.filter(([name]) => !/^\.{0,2}$|\//.test(name));
  } catch {
    return [];
  }
}
