import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoreFiles } from '../../../src/host/store/storeFiles.ts';

/** The files under `root`. Moves as VS Code does at its worst: the old file goes before the new one comes. */
export function createNodeFiles(root: string): StoreFiles {
  const at = (path: string) => join(root, path);
  return {
    read: async (path) => unlessMissing(readFile(at(path)), undefined),
    async list(folder) {
      const entries = await unlessMissing(readdir(at(folder), { withFileTypes: true }), []);
      return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    },
    async write(path, bytes) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), bytes);
    },
    async move(from, to) {
      await mkdir(dirname(at(to)), { recursive: true });
      await rm(at(to), { recursive: true, force: true });
      await rename(at(from), at(to));
    },
    remove: async (path) => rm(at(path), { recursive: true, force: true }),
    async changedAt(path) {
      const { mtimeMs } = await unlessMissing(stat(at(path)), { mtimeMs: 0 });
      // Whole milliseconds, as VS Code has them.
      return Math.round(mtimeMs);
    },
  };
}

async function unlessMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return otherwise;
    }
    throw error;
  }
}
