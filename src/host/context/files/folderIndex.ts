import * as vscode from 'vscode';
import { isRecord } from '../../../shared/guards.ts';
import { type FileQuery, findFiles } from '../../base/files/findFiles.ts';
import { pathBelow } from '../../base/files/fileAccess.ts';
import { isExcluded, parseExcludes } from '../folder/excludes.ts';
import { excludesIn } from '../folder/readFolder.ts';
import { PathIndex } from './pathIndex.ts';

/** Of a folder with more files, none are kept; VS Code is then asked for each search. */
const maxIndexed = 250_000;

/** After more changes at once, the folder is read again as a whole. */
const maxChanges = 200;

/** An excluded path is found in fewer steps, unless its patterns are hostile. */
const excludeSteps = 100_000;

/** At most this many patterns of the setting `search.exclude` are used, and none that is longer. */
const bounds = { patterns: 100, characters: 1000 };

/** The files of a workspace folder, kept up to date. */
export type FolderIndex = ReturnType<typeof createFolderIndex>;

/** Reads nothing yet. */
export function createFolderIndex(folder: vscode.WorkspaceFolder) {
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, '**'),
    false,
    true,
    false,
  );
  const stopped = new vscode.CancellationTokenSource();
  let reading: Promise<PathIndex | undefined> | undefined;
  let read: PathIndex | undefined;
  let changes = 0;
  const startOver = (): void => {
    reading = undefined;
    read = undefined;
  };
  const change = async (uri: vscode.Uri, isNew: boolean): Promise<void> => {
    // Watchers are also told of what has another scheme, if its path fits.
    const path = pathBelow(folder.uri, uri);
    if (reading === undefined || !path) {
      return;
    }
    changes += 1;
    if (read === undefined || changes > maxChanges) {
      // While the folder is being read, nobody knows what of it is known already.
      startOver();
      return;
    }
    await (isNew ? addTo(read, uri, path, folder, startOver) : read.remove(path));
    changes -= 1;
  };
  watcher.onDidCreate((uri) => void change(uri, true));
  watcher.onDidDelete((uri) => void change(uri, false));
  return {
    folder,
    /** Whether `paths` has nothing to read. */
    get isReady(): boolean {
      return read !== undefined;
    },
    /** Undefined if there are too many files. Reads the folder when it is first called, and after many changes. */
    async paths(): Promise<PathIndex | undefined> {
      if (reading === undefined) {
        changes = 0;
        const own = readPaths(folder, stopped.token);
        reading = own;
        own.then((paths) => (reading === own ? (read = paths) : undefined)).catch(startOver);
      }
      return reading;
    },
    dispose(): void {
      stopped.cancel();
      stopped.dispose();
      watcher.dispose();
      startOver();
    },
  };
}

async function readPaths(
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<PathIndex | undefined> {
  const query: FileQuery = {
    glob: '**',
    exclude: excludeGlob(),
    limit: maxIndexed + 1,
    isWanted: () => true,
    isLeftOut: leftOutOf(folder),
  };
  const uris = await findFiles(folder, query, token);
  if (uris.length > maxIndexed) {
    return undefined;
  }
  const index = new PathIndex();
  for (const uri of uris) {
    const path = pathBelow(folder.uri, uri);
    if (path) {
      index.add(path);
    }
  }
  return index;
}

/** A folder that appears may have come with all its files. */
async function addTo(
  index: PathIndex,
  uri: vscode.Uri,
  path: string,
  folder: vscode.WorkspaceFolder,
  startOver: () => void,
): Promise<void> {
  if (leftOutOf(folder)(path.split('/'))) {
    return;
  }
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      startOver();
    } else if (index.size < maxIndexed) {
      index.add(path);
    }
  } catch {
    // It is gone again.
  }
}

/** Whether VS Code's search would leave out a path, because of itself or a folder around it. */
function leftOutOf(folder: vscode.WorkspaceFolder): FileQuery['isLeftOut'] {
  const patterns = [
    ...parseExcludes({ '**/node_modules': true, '**/.git': true }),
    ...excludesIn(folder),
  ];
  return (path) => {
    const budget = { steps: excludeSteps };
    try {
      return path.some((_part, index) =>
        isExcluded(path.slice(0, index + 1), new Set(), patterns, budget),
      );
    } catch {
      return true;
    }
  };
}

/** What VS Code's own search leaves out. It leaves out `files.exclude` by itself. */
export function excludeGlob(): string {
  const setting: unknown = vscode.workspace.getConfiguration('search').get('exclude');
  const excluded = Object.entries(isRecord(setting) ? setting : {}).flatMap(([glob, isOn]) =>
    isOn === true && glob.length < bounds.characters ? [glob] : [],
  );
  return `{${['**/node_modules', '**/.git', ...excluded.slice(0, bounds.patterns)].join(',')}}`;
}
