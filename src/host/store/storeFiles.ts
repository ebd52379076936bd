import * as vscode from 'vscode';

/** A file or folder in a folder. */
interface StoreEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * The files of a store, each by its path from the root with `/`. What fails throws what the file
 * system throws.
 */
export interface StoreFiles {
  /** Nothing where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Nothing where there is no such folder. */
  list(folder: string): Promise<readonly StoreEntry[]>;
  /** Makes the folders that are missing. Not safe against a crash: see `writeJson`. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Takes the place of `to`, which may be gone for a moment; also for a whole folder. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file or a folder with all that is in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Milliseconds since 1970; 0 where there is no such file. */
  changedAt(path: string): Promise<number>;
}

/** The files under `root` through VS Code's file systems, so that it may be anywhere. */
export function createWorkspaceFiles(root: vscode.Uri): StoreFiles {
  const { fs } = vscode.workspace;
  const uri = (path: string) => vscode.Uri.joinPath(root, path);
  return {
    read: async (path) => unlessMissing(fs.readFile(uri(path)), undefined),
    async list(folder) {
      const entries = await unlessMissing(fs.readDirectory(uri(folder)), []);
      return entries.map(([name, type]) => ({
        name,
        // A folder may be a link to one.
        isFolder: (type & vscode.FileType.Directory) !== 0,
      }));
    },
    // It makes the folders that are missing.
    write: async (path, bytes) => fs.writeFile(uri(path), bytes),
    move: async (from, to) => fs.rename(uri(from), uri(to), { overwrite: true }),
    remove: async (path) => unlessMissing(fs.delete(uri(path), { recursive: true }), undefined),
    async changedAt(path) {
      return (await unlessMissing(fs.stat(uri(path)), { mtime: 0 })).mtime;
    },
  };
}

async function unlessMissing<T, U>(work: Thenable<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return otherwise;
    }
    throw error;
  }
}
