import { type Image, maxImageNameLength } from '../../shared/images/image.ts';
import type { readImageFile } from '../../shared/images/file/readImageFile.ts';
import type { KeptImage } from '../../shared/images/keptImage.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { imagesPath, removedImagesPath } from '../store/storePaths.ts';
import { createDraftImages, type DraftImages } from './draftImages.ts';
import { imageIds, readImage, sha256, writeImage } from './imageFiles.ts';
import { imageProblemText } from './imageProblemText.ts';

/** The chat that an image belongs to. */
export interface ImageChat {
  readonly id: string;
  /** Nothing of it is stored: its images are in memory only. */
  readonly isTemporary?: boolean | undefined;
}

/** The bytes of the images of messages and replies (`docs/store.md`, "Images"). */
export interface ImageStore {
  /**
   * Checks a file, takes out its metadata and keeps it for a message or reply that will name it; in memory if it cannot
   * be written.
   */
  keep(chat: ImageChat, bytes: Uint8Array, name: string): Promise<KeptImage>;
  /** The bytes of an image; undefined if they are gone or are not those of this image any more. */
  read(chatId: string, imageId: string): Promise<Uint8Array | undefined>;
  /**
   * Writes the images that a message or reply is about to name into the folder of the chat. One that is gone is left
   * out. Throws what the file system throws.
   */
  settle(chat: ImageChat, images: readonly Image[]): Promise<void>;
  /** Copies images of a chat to another one, as far as they are there. Throws what the file system throws. */
  copy(fromId: string, toId: string, images: readonly Image[]): Promise<void>;
  /** Forgets the images of a chat that are in memory only. */
  forget(chatId: string): void;
  /** Deletes images that were kept for messages which were never sent. Throws what the file system throws. */
  removeOld(): Promise<void>;
}

/** What the store reads and writes. */
interface ImageFiles {
  /** The files of the chats. */
  readonly files: StoreFiles;
  /** The files of images of messages that are being written. */
  readonly drafts: StoreFiles;
  /** Reads an image file without its metadata. */
  readonly readFile: (bytes: Uint8Array) => Promise<ReturnType<typeof readImageFile>>;
}

/** Makes a store; it reads and writes nothing yet. */
export function createImageStore({ files, drafts: draftFiles, readFile }: ImageFiles): ImageStore {
  const memory = createMemory();
  const drafts = createDraftImages(draftFiles);
  const { unsettled, write, read } = createAccess(files, drafts, memory);
  return {
    async keep(chat, bytes, name) {
      const file = await readFile(bytes);
      const shown = visibleText(name).slice(0, maxImageNameLength);
      if ('problem' in file) {
        return { problem: imageProblemText(file.problem, shown) };
      }
      const { type, width, height, bytes: clean, removed, isAnimated } = file;
      const id = await sha256(clean);
      if (chat.isTemporary === true) {
        memory.add(chat.id, id, clean);
      } else {
        await drafts.add(id, type, clean).catch(() => memory.add(chat.id, id, clean));
      }
      const image = { id, type, name: shown, width, height, size: clean.length };
      return { image, removed, isAnimated };
    },
    read,
    async settle({ id: chatId, isTemporary }, images) {
      if (isTemporary !== true) {
        return write(chatId, images);
      }
      for (const { id } of images) {
        const bytes = memory.of(chatId, id) ?? (await unsettled(id));
        if (bytes !== undefined) {
          memory.add(chatId, id, bytes);
        }
      }
    },
    async copy(fromId, toId, images) {
      for (const { id, type } of images) {
        const bytes = await read(fromId, id);
        if (bytes !== undefined) {
          await writeImage(files, imagesPath(toId), { id, type, bytes });
        }
      }
    },
    forget: (chatId) => memory.forget(chatId),
    removeOld: async () => drafts.removeOld(),
  };
}

/** Reads images wherever they are, and writes them into the folders of the chats. */
function createAccess(
  files: StoreFiles,
  drafts: DraftImages,
  memory: ReturnType<typeof createMemory>,
) {
  const unsettled = async (id: string) => memory.find(id) ?? (await drafts.read(id));
  const write = async (chatId: string, images: readonly Image[]): Promise<void> => {
    const folder = imagesPath(chatId);
    const there = images.length === 0 ? undefined : await imageIds(files, folder);
    // Another window may have deleted the chat, which is stored again.
    const removed = async (id: string) => readImage(files, removedImagesPath(chatId), id);
    for (const { id, type } of images) {
      const isThere = there?.has(id) === true;
      const bytes = isThere ? undefined : ((await unsettled(id)) ?? (await removed(id)));
      if (bytes !== undefined) {
        await writeImage(files, folder, { id, type, bytes });
        await drafts.release(id);
      }
    }
  };
  const read: ImageStore['read'] = async (chatId, imageId) => {
    const stored = async () => readImage(files, imagesPath(chatId), imageId);
    return (
      memory.of(chatId, imageId) ??
      (await stored()) ??
      (await unsettled(imageId)) ??
      // It may have been settled between the two looks.
      (await stored())
    );
  };
  return { unsettled, write, read };
}

/** The images of temporary chats, and those that could not be written, by chat and image. */
function createMemory() {
  const chats = new Map<string, Map<string, Uint8Array>>();
  return {
    add(chatId: string, imageId: string, bytes: Uint8Array): void {
      const images = chats.get(chatId) ?? new Map<string, Uint8Array>();
      chats.set(chatId, images.set(imageId, bytes));
    },
    of: (chatId: string, imageId: string) => chats.get(chatId)?.get(imageId),
    find: (imageId: string) =>
      [...chats.values()].map((images) => images.get(imageId)).find((bytes) => bytes !== undefined),
    forget: (chatId: string) => void chats.delete(chatId),
  };
}
