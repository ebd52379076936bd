import { isSafeId } from '../../shared/conversation/conversation.ts';
import type { StoreFiles } from './storeFiles.ts';

/** The folder of deleted conversations that can still be restored. No id begins with a dot. */
export const removedFolder = '.removed';

/** The folder of the search filters, which are derived from the conversations. No id begins with a dot. */
export const searchFolder = '.search';

/** The folder in which windows ask each other which chats are open. No id begins with a dot. */
export const askedFolder = '.asked';

/** The file with everything of a conversation but its turns. Throws where `id` is not an id. */
export function headPath(id: string): string {
  return `${safeName(id)}/conversation.json`;
}

/** The folder of a conversation's turns. Throws where `id` is not an id. */
export function turnsPath(id: string): string {
  return `${safeName(id)}/turns`;
}

/** The file of a turn. Throws where either is not an id. */
export function turnPath(conversationId: string, turnId: string): string {
  return `${turnsPath(conversationId)}/${safeName(turnId)}.json`;
}

/** The folder of a conversation's images. Throws where `id` is not an id. */
export function imagesPath(id: string): string {
  return `${safeName(id)}/images`;
}

/** The folder of a deleted conversation that can still be restored. Throws where `id` is not an id. */
export function removedPath(id: string): string {
  return `${removedFolder}/${safeName(id)}`;
}

/** The folder of the images of a deleted conversation. Throws where `id` is not an id. */
export function removedImagesPath(id: string): string {
  return `${removedPath(id)}/images`;
}

/** An id as a file name. Throws where it has other characters than Parley's ids have. */
export function safeName(id: string): string {
  if (!isSafeId(id)) {
    throw new Error('This is not the id of a conversation or turn.');
  }
  return id;
}

/**
 * The last change of a conversation's folders, in milliseconds since 1970. Every write renames a temporary
 * file, which changes the folder that it is in. Throws what the file system throws.
 */
export async function folderChangedAt(
  files: Pick<StoreFiles, 'changedAt'>,
  id: string,
): Promise<number> {
  const folders = [safeName(id), turnsPath(id)];
  return Math.max(...(await Promise.all(folders.map(async (path) => files.changedAt(path)))));
}
