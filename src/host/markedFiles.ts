import { isRecord } from '../shared/guards.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { StoreFiles } from './storeFiles.ts';

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
