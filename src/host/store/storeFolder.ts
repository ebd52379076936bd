import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import { storageFolder } from '../base/settings.ts';
import { readJson, writeJson } from './jsonFile.ts';
import { createWorkspaceFiles, type StoreFiles } from './storeFiles.ts';

/** The chats' own folder inside one that the user has chosen, which may hold other things, too. */
const ownName = 'parley-chats';

/** Where the chats are in this window. */
export interface StorePlace extends vscode.Disposable {
  /** The files of the folder that is set at the time; they throw while that is not there. */
  readonly files: StoreFiles;
  /** The folder that is set: nothing stands for Parley's own. */
  readonly chosen: string | undefined;
  readonly folder: vscode.Uri;
  /** The folder of the chats where `chosen` is set to this. */
  folderOf(chosen: string | undefined): vscode.Uri;
  /** After another folder was set, here or in another window. */
  readonly onDidChange: vscode.Event<void>;
}

/** Follows the setting; without it the chats are in `ownFolder`. */
export function createStorePlace(ownFolder: vscode.Uri): StorePlace {
  const changed = new vscode.EventEmitter<void>();
  const folderOf = (chosen: string | undefined): vscode.Uri =>
    chosen === undefined ? ownFolder : vscode.Uri.joinPath(vscode.Uri.file(chosen), ownName);
  let chosen = storageFolder();
  let files = filesOf(chosen, folderOf(chosen));
  const subscription = vscode.workspace.onDidChangeConfiguration(() => {
    const next = storageFolder();
    if (next !== chosen) {
      chosen = next;
      files = filesOf(chosen, folderOf(chosen));
      changed.fire();
    }
  });
  return {
    files: {
      read: async (path) => files.read(path),
      list: async (folder) => files.list(folder),
      write: async (path, bytes) => files.write(path, bytes),
      move: async (from, to) => files.move(from, to),
      remove: async (path) => files.remove(path),
      changedAt: async (path) => files.changedAt(path),
    },
    get chosen() {
      return chosen;
    },
    get folder() {
      return folderOf(chosen);
    },
    folderOf,
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}

function filesOf(chosen: string | undefined, folder: vscode.Uri): StoreFiles {
  const files = createWorkspaceFiles(folder);
  return chosen === undefined ? files : createMarkedFiles(files, () => new Error(awayText(chosen)));
}

/** Whether a path begins at the root of a file system, as a folder for chats has to. */
export function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path);
}

/** What is said while a chosen folder cannot be used. */
export function awayText(chosen: string): string {
  return vscode.l10n.t(
    'The folder of your chats is not there: {0}. Nothing is read or written elsewhere meanwhile.',
    chosen,
  );
}

/** A file that says that the folder is a store of Parley's. */
const markPath = 'parley-store.json';
const markKind = 'parley-store';

/** Once the mark was seen it is not looked for again for so long where something is only read. */
const seenForMs = 1000;

/** Marks a folder as a store, so that it is used as one. */
export async function markStore(files: StoreFiles): Promise<void> {
  await writeJson(files, markPath, { kind: markKind, format: 1 });
}

/** Whether a folder is marked as a store. Throws what the file system throws. */
export async function isMarkedStore(files: StoreFiles): Promise<boolean> {
  const reading = await readJson(files, markPath);
  return reading.kind === 'value' && isRecord(reading.value) && reading.value['kind'] === markKind;
}

/**
 * Files of a folder that may not be there: everything throws `unavailable()` while it is not marked.
 * The empty folder that a drive leaves behind is not taken for the store, and nothing is written there.
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
  const afterCheck =
    <A extends readonly unknown[], T>(isRead: boolean, act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await check(isRead);
      return act(...args);
    };
  return {
    read: afterCheck(true, async (path) => files.read(path)),
    list: afterCheck(true, async (folder) => files.list(folder)),
    changedAt: afterCheck(true, async (path) => files.changedAt(path)),
    write: afterCheck(false, async (path, bytes) => files.write(path, bytes)),
    move: afterCheck(false, async (from, to) => files.move(from, to)),
    remove: afterCheck(false, async (path) => files.remove(path)),
  };
}

const lastKey = 'parley.storageFolder';

/** Where it is noted. */
export type FolderMemory = Pick<vscode.Memento, 'get' | 'update'>;

/** Where the chats were when all was well; nothing stands for Parley's own folder. */
export function lastFolder(state: FolderMemory): string | undefined {
  const stored: unknown = state.get(lastKey);
  return isString(stored) && stored !== '' ? stored : undefined;
}

/** Notes that all is well with the chats there. */
export async function rememberFolder(
  state: FolderMemory,
  chosen: string | undefined,
): Promise<void> {
  await state.update(lastKey, chosen ?? '');
}
