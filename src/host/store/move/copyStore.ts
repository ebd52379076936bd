import * as vscode from 'vscode';
import { forEachConcurrently } from '../../base/concurrency.ts';
import { temporarySuffix, writeWhole } from '../jsonFile.ts';
import type { StoreFiles } from '../storeFiles.ts';

/**
 * Not copied: files that are derived from the others, what windows ask each other, and the mark of a store, which
 * the move sets last.
 */
const derived = /^(?:(?:index|parley-store)\.json|\.search|\.asked)(?:[./]|$)/;

/** Number of files that are copied at the same time. */
const filesAtOnce = 16;

/** Copies one store into another, in as many rounds as are needed until both are the same. */
export interface StoreCopy {
  /**
   * Copies the files that are missing there or differ, and reads each back. An existing file with
   * other bytes is kept under another name. Returns the number of files written. Throws if a file does not read
   * back with the same bytes, and what a file system or `onFile` throws.
   */
  run(onFile: (done: number, count: number) => void): Promise<number>;
  /** Deletes the files of the first store that the second has with the same bytes. Gives the number of files left. */
  removeCopied(): Promise<number>;
}

/** A copy of `from` into `to`; nothing is copied yet. */
export function createStoreCopy(from: StoreFiles, to: StoreFiles): StoreCopy {
  /** For each file that was copied and read back, the time of its last change before it was read. */
  const verified = new Map<string, number>();
  const copy = async (path: string): Promise<boolean> => {
    const changedAt = await from.changedAt(path);
    const isKnown = verified.get(path) === changedAt;
    const bytes = isKnown ? undefined : await from.read(path);
    // Another window may have renamed it since it was listed.
    if (bytes === undefined) {
      return false;
    }
    const isNew = await copyFile(path, bytes, to, verified.has(path));
    verified.set(path, changedAt);
    return isNew;
  };
  return {
    async run(onFile) {
      const paths = await filesOf(from);
      let written = 0;
      let done = 0;
      await forEachConcurrently(paths, filesAtOnce, async (path) => {
        const isNew = await copy(path);
        written += isNew ? 1 : 0;
        done += 1;
        onFile(done, paths.length);
      });
      return written;
    },
    removeCopied: async () => removeCopied(from, to),
  };
}

async function copyFile(
  path: string,
  bytes: Uint8Array,
  to: StoreFiles,
  isOurs: boolean,
): Promise<boolean> {
  const there = await to.read(path);
  if (there !== undefined && isSame(there, bytes)) {
    return false;
  }
  if (there !== undefined && !isOurs) {
    await to.move(path, `${path}.${Date.now()}.replaced`);
  }
  await writeWhole(to, path, bytes);
  const written = await to.read(path);
  if (written === undefined || !isSame(written, bytes)) {
    throw new Error(vscode.l10n.t('{0} was not copied correctly.', path));
  }
  return true;
}

/** The paths of all files that are to be copied. */
async function filesOf(files: StoreFiles): Promise<readonly string[]> {
  const all = await walk(files, '');
  const known = new Set(all);
  return all.filter(
    (path) =>
      !derived.test(path) &&
      !(temporarySuffix.test(path) && known.has(path.replace(temporarySuffix, ''))),
  );
}

async function walk(files: StoreFiles, folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  await forEachConcurrently(await files.list(folder), filesAtOnce, async ({ name, isFolder }) => {
    const path = folder === '' ? name : `${folder}/${name}`;
    const inside = isFolder ? await walk(files, path) : [path];
    inside.forEach((one) => paths.push(one));
  });
  return paths;
}

async function removeCopied(from: StoreFiles, to: StoreFiles): Promise<number> {
  let left = 0;
  await forEachConcurrently(await filesOf(from), filesAtOnce, async (path) => {
    const [mine, other] = await Promise.all([from.read(path), to.read(path)]);
    if (mine !== undefined && other !== undefined && isSame(mine, other)) {
      await from.remove(path);
    } else {
      left += 1;
    }
  });
  if (left === 0) {
    await removeEmpty(from);
  }
  return left;
}

/** Removes folders without files, and derived files. */
async function removeEmpty(files: StoreFiles): Promise<void> {
  for (const { name, isFolder } of await files.list('')) {
    const isEmpty =
      isFolder && (await walk(files, name)).every((path) => temporarySuffix.test(path));
    if (isEmpty || derived.test(name)) {
      await files.remove(name);
    }
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
