import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import { storageFolder } from '../base/settings.ts';
import { readJson, writeJson } from './jsonFile.ts';
import { createWorkspaceFiles, type StoreFiles } from './storeFiles.ts';

/** The folder of the chats inside a folder of the user, which may hold other things, too. */
const ownName = 'parley-chats';

/** The folder that the chats of this window are in. */
export type StoreFolder = ReturnType<typeof createStoreFolder>;

/** Follows the setting `parley.storageFolder`. While that is empty the chats are in `ownFolder`. */
export function createStoreFolder(ownFolder: vscode.Uri) {
  const changed = new vscode.EventEmitter<void>();
  const uriOf = (chosen: string | undefined): vscode.Uri =>
    chosen === undefined ? ownFolder : vscode.Uri.joinPath(vscode.Uri.file(chosen), ownName);
  let chosen = storageFolder();
  let files = filesOf(chosen, uriOf(chosen));
  const subscription = vscode.workspace.onDidChangeConfiguration(() => {
    const next = storageFolder();
    if (next !== chosen) {
      chosen = next;
      files = filesOf(chosen, uriOf(chosen));
      changed.fire();
    }
  });
  return {
    /** The files of the folder that is currently set. All methods throw while that folder is missing. */
    files: filesBy(async () => files),
    /** The folder that the user has set; undefined for Parley's own. */
    get chosen() {
      return chosen;
    },
    get uri() {
      return uriOf(chosen);
    },
    /** The folder of the chats for another value of the setting. */
    uriOf,
    /** Fires after another folder was set, in this window or another one. */
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

function filesOf(chosen: string | undefined, uri: vscode.Uri): StoreFiles {
  const files = createWorkspaceFiles(uri);
  return chosen === undefined ? files : createMarkedFiles(files, () => new Error(awayText(chosen)));
}

/** Whether a path begins at the root of a file system, as the setting must. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** What the user is told while the folder they have set cannot be used. */
export function awayText(chosen: string): string {
  return vscode.l10n.t(
    'The folder of your chats was not found: {0}. Until it is available, no chats are read or saved.',
    chosen,
  );
}

/** The file that marks a folder as a store of Parley's. */
const markPath = 'parley-store.json';
const markKind = 'parley-store';

/** How long readers rely on having seen the mark. Writers look every time. */
const seenForMs = 1000;

/** Marks a folder as a store, so that it can be used. Throws what the file system throws. */
export async function markStore(files: StoreFiles): Promise<void> {
  await writeJson(files, markPath, { kind: markKind, format: 1 });
}

/** Whether a folder is marked as a store. Throws what the file system throws. */
export async function isMarkedStore(files: StoreFiles): Promise<boolean> {
  const reading = await readJson(files, markPath);
  return reading.kind === 'value' && isRecord(reading.value) && reading.value['kind'] === markKind;
}

/**
 * The files of a folder on a drive that may not be connected. Every method throws `unavailable()` while the folder
 * is not marked, so that the empty folder of a drive that is not connected is not taken for an empty store.
 */
export function createMarkedFiles(files: StoreFiles, unavailable: () => Error): StoreFiles {
  let seenAt = Number.NEGATIVE_INFINITY;
  const check = async (isRead: boolean): Promise<void> => {
    if (isRead && Date.now() - seenAt < seenForMs) {
      return;
    }
    if (!(await isMarkedStore(files))) {
      seenAt = Number.NEGATIVE_INFINITY;
      throw unavailable();
    }
    seenAt = Date.now();
  };
  return filesBy(async (isRead) => {
    await check(isRead);
    return files;
  });
}

/** Files that `open` gives before each use, or it throws why they cannot be used. */
function filesBy(open: (isRead: boolean) => Promise<StoreFiles>): StoreFiles {
  return {
    read: async (path) => (await open(true)).read(path),
    list: async (folder) => (await open(true)).list(folder),
    changedAt: async (path) => (await open(true)).changedAt(path),
    write: async (path, bytes) => (await open(false)).write(path, bytes),
    move: async (from, to) => (await open(false)).move(from, to),
    remove: async (path) => (await open(false)).remove(path),
  };
}

const lastKey = 'parley.storageFolder';

/** Where the folder of the chats is remembered across windows. */
export type FolderMemory = Pick<vscode.Memento, 'get' | 'update'>;

/** The folder that was last used without problems; undefined for Parley's own. */
export function lastFolder(state: FolderMemory): string | undefined {
  const stored: unknown = state.get(lastKey);
  return isString(stored) && stored !== '' ? stored : undefined;
}

/** Remembers a folder as used without problems. */
export async function rememberFolder(
  state: FolderMemory,
  chosen: string | undefined,
): Promise<void> {
  await state.update(lastKey, chosen ?? '');
}
