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

/** When a file was last changed, in milliseconds since 1970: before it was read, and after it was copied. */
interface Copied {
  readonly from: number;
  readonly to?: number;
}

/**
 * Creates a function that copies the files of `from` that are missing in `to` or differ there, and reads each back.
 * `from` is not changed. Where somebody else has written a file of `to` that differs, the one that was changed last is
 * used, and the other is kept beside it. The function gives the number of files written: 0 once nothing is left to
 * copy. It throws if a file does not read back with the same bytes, and what a file system or `onFile` throws.
 */
export function createStoreCopy(from: StoreFiles, to: StoreFiles) {
  const copied = new Map<string, Copied>();
  const copy = async (path: string): Promise<boolean> => {
    const known = copied.get(path);
    const changedAt = await from.changedAt(path);
    // What has come to `to` since then is newer.
    const bytes = known?.from === changedAt ? undefined : await from.read(path);
    const there = bytes && (await to.read(path));
    // Another window may have renamed it since it was listed.
    if (bytes === undefined) {
      return false;
    }
    if (there !== undefined && isSame(there, bytes)) {
      copied.set(path, { from: changedAt, to: await to.changedAt(path) });
      return false;
    }
    const isOurs = known?.to !== undefined && known.to === (await to.changedAt(path));
    const place = there === undefined || isOurs ? path : await makeRoom(path, changedAt, to);
    await writeWhole(to, place, bytes);
    const written = await to.read(place);
    if (written === undefined || !isSame(written, bytes)) {
      throw new Error(vscode.l10n.t('{0} was not copied correctly.', path));
    }
    const isInPlace = place === path;
    copied.set(path, { from: changedAt, ...(isInPlace && { to: await to.changedAt(path) }) });
    return true;
  };
  return async (onFile: (done: number, count: number) => void): Promise<number> => {
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
  };
}

/** Where to write a file that `to` has with other bytes: in its place if it was changed later, else beside it. */
async function makeRoom(path: string, changedAt: number, to: StoreFiles): Promise<string> {
  const beside = `${path}.${Date.now()}.replaced`;
  if ((await to.changedAt(path)) > changedAt) {
    return beside;
  }
  await to.move(path, beside);
  return path;
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

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
