import * as vscode from 'vscode';
import type { StoreFiles } from './storeFiles.ts';

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
