import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { failureCode } from './failureCode.ts';

export { openBytes } from './fileBytes.ts';

/** The rights of new files and folders that hold chats: those of their owner. */
const ownRights = { file: 0o600, folder: 0o700 };

/** The contents; undefined where there is no such file. */
export async function read(path: string): Promise<Uint8Array | undefined> {
  return unlessMissing(readFile(path), undefined);
}

/** What is directly in a folder; empty where there is no such folder. A link to a folder is one, too. */
export async function list(
  folder: string,
): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]> {
  const entries = await unlessMissing(readdir(folder, { withFileTypes: true }), []);
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.name,
      isFolder:
        entry.isDirectory() ||
        (entry.isSymbolicLink() && (await isFolder(join(folder, entry.name)))),
    })),
  );
}

/** Writes a file that only its owner can read, unless it is there already, and waits until the disk has it. */
export async function write(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const file = await open(path, 'w', ownRights.file);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Puts a file in the place of another one in one step, which no other program sees undone. A folder is deleted before. */
export async function move(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  if (await isFolder(to)) {
    await remove(to);
  }
  await withPatience(async () => rename(from, to));
}

/** Deletes a file, or a folder with everything in it, where it is. Does nothing where there is none. */
export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

/** Time of the last change, in milliseconds since 1970; 0 where there is no such file or folder. */
export async function changedAt(path: string): Promise<number> {
  const found = await unlessMissing(stat(path), undefined);
  return found === undefined ? 0 : Math.floor(found.mtimeMs);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: ownRights.folder });
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function unlessMissing<T, U>(work: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work;
  } catch (error) {
    if (failureCode(error) === 'ENOENT') {
      return otherwise;
    }
    throw error;
  }
}

/** How long a file that another program has opened is waited for: on Windows, a scanner may have each new one. */
const patience = { tries: 10, waitMs: 50 };

async function withPatience(act: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await act();
      return;
    } catch (error) {
      const isHeld = ['EACCES', 'EBUSY', 'EPERM'].includes(failureCode(error));
      if (process.platform !== 'win32' || !isHeld || tried === patience.tries) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, patience.waitMs * tried));
  }
}
