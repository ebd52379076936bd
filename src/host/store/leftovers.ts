import type * as vscode from 'vscode';
import { isFiniteNumber } from '../../shared/guards.ts';
import { removeLeftovers, removeReplaced } from './jsonFile.ts';
import type { StoreFiles } from './storeFiles.ts';
import { removedFolder, searchFolder } from './storePaths.ts';

/** Delay of the first removal, so that it does not slow the start of the window, and the time between two. */
const interval = { firstMs: 60_000, nextMs: 60 * 60 * 1000 };

/** When a window last removed them, in milliseconds since 1970. */
const stateKey = 'parley.leftoversRemovedAt';

/** Removes once an hour, in one window, the temporary files that killed processes have left in these stores. */
export function removeLeftoversHourly(
  stores: readonly StoreFiles[],
  state: Pick<vscode.Memento, 'get' | 'update'>,
  onFailure: (error: unknown) => void,
): { dispose(): void } {
  const run = async (): Promise<void> => {
    const last: unknown = state.get(stateKey);
    if (!isFiniteNumber(last) || Math.abs(Date.now() - last) >= interval.nextMs) {
      await state.update(stateKey, Date.now());
      for (const files of stores) {
        await removeAllReplaced(files, onFailure);
      }
    }
  };
  const start = (): void => void run().catch(onFailure);
  const first = setTimeout(start, interval.firstMs);
  const hourly = setInterval(start, interval.nextMs);
  return {
    dispose() {
      clearTimeout(first);
      clearInterval(hourly);
    },
  };
}

/**
 * Removes the temporary files of a store, one folder after another, as nobody waits for it. A folder that
 * cannot be read does not keep the others from being checked. Throws what the file system throws for the first one.
 */
export async function removeAllReplaced(
  files: StoreFiles,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await removeReplaced(files, '');
  for (const { name, isFolder } of await files.list('')) {
    if (isFolder && name !== removedFolder && name !== searchFolder) {
      await removeReplaced(files, name).catch(onFailure);
      await removeReplaced(files, `${name}/turns`)
        .then(async () => removeImageLeftovers(files, name))
        .catch(onFailure);
    }
  }
}

/** An image is written before the message that names it. After so long, that message was never written. */
const unnamedMs = 24 * 60 * 60 * 1000;

/** Removes what killed processes have left of images: temporary files, and images of a chat that has nothing else. */
async function removeImageLeftovers(files: StoreFiles, id: string): Promise<void> {
  const folder = `${id}/images`;
  await removeLeftovers(files, folder);
  const entries = await files.list(id);
  const isAlone = entries.length === 1 && entries[0]?.name === 'images';
  if (isAlone && (await files.changedAt(folder)) < Date.now() - unnamedMs) {
    await files.remove(id);
  }
}
