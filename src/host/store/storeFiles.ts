import * as vscode from 'vscode';
import { messageOf } from '../base/errorMessage.ts';
import { ReadError } from './readError.ts';

/** A file or folder in a folder. */
interface StoreEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * The files of a store. Paths are relative to its folder, with `/`. Every method throws what the file
 * system throws, those that read as `ReadError`.
 */
export interface StoreFiles {
  /** The contents; undefined where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** What is directly in a folder; empty where there is no such folder. */
  list(folder: string): Promise<readonly StoreEntry[]>;
  /** Creates missing folders. A crash may leave half a file: `writeWhole` in jsonFile.ts prevents that. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Renames a file or folder and replaces `to`, which may be missing for a moment. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file, or a folder with everything in it. Does nothing where there is none. */
  remove(path: string): Promise<void>;
  /** Time of the last change, in milliseconds since 1970; 0 where there is no such file or folder. */
  changedAt(path: string): Promise<number>;
}

/** The files under `root`, which may be in any file system that VS Code knows. */
export function createWorkspaceFiles(root: vscode.Uri): StoreFiles {
  const { fs } = vscode.workspace;
  const uri = (path: string) => vscode.Uri.joinPath(root, path);
  return {
    read: async (path) => reading(fs.readFile(uri(path)), undefined),
    async list(folder) {
      const entries = await reading(fs.readDirectory(uri(folder)), []);
      return entries.map(([name, type]) => ({
        name,
        // The type has several bits: a link to a folder is a folder, too.
        isFolder: (type & vscode.FileType.Directory) !== 0,
      }));
    },
    // VS Code creates missing folders itself.
    write: async (path, bytes) => fs.writeFile(uri(path), bytes),
    move: async (from, to) => fs.rename(uri(from), uri(to), { overwrite: true }),
    remove: async (path) => unlessMissing(fs.delete(uri(path), { recursive: true }), undefined),
    async changedAt(path) {
      return (await reading(fs.stat(uri(path)), { mtime: 0 })).mtime;
    },
  };
}

/** Throws `ReadError` where the file system throws, unless the file or folder is missing. */
async function reading<T, U>(work: Thenable<T>, otherwise: U): Promise<T | U> {
  try {
    return await unlessMissing(work, otherwise);
  } catch (error) {
    throw new ReadError(messageOf(error), { cause: error });
  }
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
