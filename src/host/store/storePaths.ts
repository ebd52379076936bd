import { isSafeId } from '../../shared/conversation/conversation.ts';
import type { StoreFiles } from './storeFiles.ts';

/** Where what was removed is until it is deleted for good; no id begins with a dot. */
export const removedFolder = '.removed';

/** Where what helps the search is; derived, and no id begins with a dot. */
export const searchFolder = '.search';

/** The file with everything of a conversation but its turns. Throws where `id` is no id. */
export function headPath(id: string): string {
  return `${safeName(id)}/conversation.json`;
}

/** The folder of a conversation's turns. Throws where `id` is no id. */
export function turnsPath(id: string): string {
  return `${safeName(id)}/turns`;
}

/** Where a conversation that was removed waits. Throws where `id` is no id. */
export function removedPath(id: string): string {
  return `${removedFolder}/${safeName(id)}`;
}

/** Ids become file names; throws where one is not made of the characters of our ids. */
export function safeName(id: string): string {
  if (!isSafeId(id)) {
    throw new Error('This is not the id of a conversation or turn.');
  }
  return id;
}

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
