import type { StoreFiles } from './storeFiles.ts';
import { safeName, turnsPath } from './storePaths.ts';

/**
 * When a conversation's folders had changed last, in milliseconds since 1970: each file is written beside
 * itself and renamed, which changes its folder. Throws what the file system throws.
 */
export async function folderChangedAt(
  files: Pick<StoreFiles, 'changedAt'>,
  id: string,
): Promise<number> {
  const folders = [safeName(id), turnsPath(id)];
  return Math.max(...(await Promise.all(folders.map(async (path) => files.changedAt(path)))));
}
