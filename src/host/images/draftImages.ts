import type { ImageType } from '../../shared/images/image.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { imagePath, readImage, writeImage } from './imageFiles.ts';

/** The images of messages that are being written, each once, whatever chat it is for. */
export interface DraftImages {
  /** Throws what the file system throws. */
  add(id: string, type: ImageType, bytes: Uint8Array): Promise<void>;
  read(id: string): Promise<Uint8Array | undefined>;
  /** Deletes an image that is now with its chat, unless another message of this window may still name it. */
  release(id: string): Promise<void>;
  /** Deletes the images of messages that were never sent. Throws what the file system throws. */
  removeOld(): Promise<void>;
}

/** After so long the image of a message that was never sent is deleted. */
const draftMs = 7 * 24 * 60 * 60 * 1000;

/** Images in the folder of `files`. */
export function createDraftImages(files: StoreFiles): DraftImages {
  /** How often each was added in this window and not released. */
  const counts = new Map<string, number>();
  return {
    async add(id, type, bytes) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      await writeImage(files, '', { id, type, bytes });
    },
    read: async (id) => readImage(files, '', id),
    async release(id) {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) {
        counts.set(id, left);
        return;
      }
      counts.delete(id);
      const path = await imagePath(files, '', id);
      if (path !== undefined) {
        await files.remove(path);
      }
    },
    async removeOld() {
      for (const { name } of await files.list('')) {
        if ((await files.changedAt(name)) < Date.now() - draftMs) {
          await files.remove(name);
        }
      }
    },
  };
}
