import { folderChangedAt } from './folderChangedAt.ts';
import { forEachAtOnce } from './forEachAtOnce.ts';
import type { StoreFiles } from './storeFiles.ts';

/** Conversations that are looked at at once. */
const lookAtOnce = 32;

/** So few are read before anybody would see an order. */
const mostInAnyOrder = 200;

/** The ids of conversations, those first whose files were written last; few of them in any order. */
export async function latestFirst(
  files: Pick<StoreFiles, 'changedAt'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length <= mostInAnyOrder) {
    return ids;
  }
  const changedAt = new Map<string, number>();
  await forEachAtOnce(ids, lookAtOnce, async (id) =>
    changedAt.set(id, await folderChangedAt(files, id).catch(() => 0)),
  );
  return ids.toSorted((a, b) => (changedAt.get(b) ?? 0) - (changedAt.get(a) ?? 0));
}
