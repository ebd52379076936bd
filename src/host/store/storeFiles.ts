import * as vscode from 'vscode';
import { type Guard, isRecord } from '../../shared/guards.ts';
import { messageOf } from '../base/errorMessage.ts';
import { isNodeHost, loadNodeBundle } from '../base/nodeBundle.ts';
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
  /** Renames a file or folder and replaces `to`. Only on the disk of a Node host, `to` is never missing for a moment. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file, or a folder with everything in it. Does nothing where there is none. */
  remove(path: string): Promise<void>;
  /** Time of the last change, in milliseconds since 1970; 0 where there is no such file or folder. */
  changedAt(path: string): Promise<number>;
}

/**
 * The files under `root`, which may be in any file system that VS Code knows. Those on the disk of a Node host are
 * changed by Node: VS Code moves what it replaces, or deletes with all it has, to the system's temporary folder
 * first, where other users can read it.
 */
export function createWorkspaceFiles(root: vscode.Uri): StoreFiles {
  return root.scheme === 'file' && isNodeHost() ? filesOnDisk(root) : filesInVSCode(root);
}

/** Whether a bundle is `src/host/node/nodeFiles.ts`, whose paths are those of the system. */
const isNodeFiles: Guard<StoreFiles> = (loaded): loaded is StoreFiles =>
  isRecord(loaded) &&
  ['read', 'list', 'write', 'move', 'remove', 'changedAt'].every(
    (name) => typeof loaded[name] === 'function',
  );

function filesOnDisk(root: vscode.Uri): StoreFiles {
  const node = loadNodeBundle(isNodeFiles);
  const system = (path: string) => vscode.Uri.joinPath(root, path).fsPath;
  return {
    read: async (path) => reading(node.read(system(path))),
    list: async (folder) => reading(node.list(system(folder))),
    write: async (path, bytes) => node.write(system(path), bytes),
    move: async (from, to) => node.move(system(from), system(to)),
    remove: async (path) => node.remove(system(path)),
    changedAt: async (path) => reading(node.changedAt(system(path))),
  };
}

function filesInVSCode(root: vscode.Uri): StoreFiles {
  const { fs } = vscode.workspace;
  const uri = (path: string) => vscode.Uri.joinPath(root, path);
  const list: StoreFiles['list'] = async (folder) => {
    const entries = await unlessMissing(fs.readDirectory(uri(folder)), []);
    return entries.map(([name, type]) => ({
      name,
      // The type has several bits: a link to a folder is a folder, too.
      isFolder: (type & vscode.FileType.Directory) !== 0,
    }));
  };
  /** File by file, so that nothing is moved away first. */
  const remove = async (path: string): Promise<void> => {
    const type = (await unlessMissing(fs.stat(uri(path)), undefined))?.type;
    // A link is deleted, and not what it leads to.
    if (type === vscode.FileType.Directory) {
      for (const { name } of await list(path)) {
        await remove(`${path}/${name}`);
      }
    }
    if (type !== undefined) {
      await unlessMissing(fs.delete(uri(path)), undefined);
    }
  };
  return {
    read: async (path) => reading(unlessMissing(fs.readFile(uri(path)), undefined)),
    list: async (folder) => reading(list(folder)),
    // VS Code creates missing folders itself.
    write: async (path, bytes) => fs.writeFile(uri(path), bytes),
    async move(from, to) {
      await remove(to);
      await fs.rename(uri(from), uri(to));
    },
    remove,
    changedAt: async (path) =>
      reading(unlessMissing(fs.stat(uri(path)), { mtime: 0 }).then(({ mtime }) => mtime)),
  };
}

/** Throws `ReadError` where the file system throws. */
async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
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
