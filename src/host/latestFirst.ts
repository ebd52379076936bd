import { folderChangedAt } from './folderChangedAt.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import type { StoreFiles } from './storeFiles.ts';

/** Conversations that are looked at at once. */
const lookAtOnce = 32;

/** The ids of conversations, those first whose files were written last. */
export async function latestFirst(
  files: Pick<StoreFiles, 'changedAt'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const changedAt = new Map<string, number>();
  await forEachAtOnce(ids, lookAtOnce, async (id) =>
    changedAt.set(id, await folderChangedAt(files, id).catch(() => 0)),
  );
  return ids.toSorted((a, b) => (changedAt.get(b) ?? 0) - (changedAt.get(a) ?? 0));
}
