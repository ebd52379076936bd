import * as vscode from 'vscode';
import { createMarkedFiles } from './markedFiles.ts';
import { storageFolder } from './settings.ts';
import type { StoreFiles } from './storeFiles.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

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
