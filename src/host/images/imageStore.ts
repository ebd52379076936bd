import type { Image } from '../../shared/images/image.ts';
import { imageExtensions, typeOfExtension } from '../../shared/images/dataUrl.ts';
import type { readImageFile } from '../../shared/images/file/readImageFile.ts';
import type { Metadata } from '../../shared/images/metadata.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { writeWhole } from '../store/jsonFile.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { imagesPath } from '../store/storePaths.ts';
import { imageProblemText } from './imageProblemText.ts';

/** The chat that an image belongs to. */
export interface ImageChat {
  readonly id: string;
  /** Nothing of it is stored: its images are in memory only. */
  readonly isTemporary?: boolean | undefined;
}

/** An image that can be sent, or why there is none. */
export type KeptImage =
  | {
      readonly image: Image;
      /** What was taken out of the file before it was kept; empty if there was nothing. */
      readonly removed: readonly Metadata[];
      /** Has several frames, of which services as a rule read the first one only. */
      readonly isAnimated: boolean;
    }
  /** A sentence that says what is wrong and what to do. */
  | { readonly problem: string };

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
  /** Forgets the images of a chat that are in memory only. */
  forget(chatId: string): void;
  /** Deletes images that were kept for messages which were never sent. Throws what the file system throws. */
  removeOld(): Promise<void>;
}

/** What the store reads and writes. */
interface ImageFiles {
  /** The files of the chats. */
  readonly files: StoreFiles;
  /** The images of messages that are being written. */
  readonly drafts: StoreFiles;
  /** Reads an image file without its metadata. */
  readonly readFile: (bytes: Uint8Array) => Promise<ReturnType<typeof readImageFile>>;
}

/** After so long the image of a message that was never sent is deleted. */
const draftMs = 7 * 24 * 60 * 60 * 1000;

/** In characters. */
const maxNameLength = 200;

/** Makes a store; it reads and writes nothing yet. */
export function createImageStore({ files, drafts, readFile }: ImageFiles): ImageStore {
  /** The images of temporary chats, and those that could not be written, by chat and image. */
  const inMemory = new Map<string, Map<string, Uint8Array>>();
  /** How many messages of this window may still name a draft. */
  const draftCounts = new Map<string, number>();

  const remember = (chatId: string, imageId: string, bytes: Uint8Array): void => {
    const images = inMemory.get(chatId) ?? new Map<string, Uint8Array>();
    inMemory.set(chatId, images.set(imageId, bytes));
  };
  const recall = (imageId: string): Uint8Array | undefined =>
    [...inMemory.values()]
      .map((images) => images.get(imageId))
      .find((bytes) => bytes !== undefined);
  const unsettled = async (imageId: string) =>
    recall(imageId) ?? (await readImage(drafts, '', imageId));
  const release = async (imageId: string): Promise<void> => {
    const left = (draftCounts.get(imageId) ?? 1) - 1;
    if (left > 0) {
      draftCounts.set(imageId, left);
      return;
    }
    draftCounts.delete(imageId);
    const path = await pathOf(drafts, '', imageId);
    if (path !== undefined) {
      await drafts.remove(path);
    }
  };
  const settleOne = async (folder: string, { id, type }: Image): Promise<void> => {
    if ((await pathOf(files, folder, id)) !== undefined) {
      return;
    }
    const bytes = await unsettled(id);
    if (bytes !== undefined) {
      await writeWhole(files, `${folder}/${id}.${imageExtensions[type]}`, bytes);
      await release(id);
    }
  };

  return {
    async keep(chat, bytes, name) {
      const file = await readFile(bytes);
      const shown = visibleText(name).slice(0, maxNameLength);
      if ('problem' in file) {
        return { problem: imageProblemText(file.problem, shown) };
      }
      const { type, width, height, bytes: clean, removed, isAnimated } = file;
      const id = await sha256(clean);
      if (chat.isTemporary === true) {
        remember(chat.id, id, clean);
      } else {
        draftCounts.set(id, (draftCounts.get(id) ?? 0) + 1);
        await writeWhole(drafts, `${id}.${imageExtensions[type]}`, clean).catch(() =>
          remember(chat.id, id, clean),
        );
      }
      const image = { id, type, name: shown, width, height, size: clean.length };
      return { image, removed, isAnimated };
    },
    read: async (chatId, imageId) =>
      inMemory.get(chatId)?.get(imageId) ??
      (await readImage(files, imagesPath(chatId), imageId)) ??
      (await unsettled(imageId)),
    async settle(chat, images) {
      for (const image of images) {
        if (chat.isTemporary !== true) {
          await settleOne(imagesPath(chat.id), image);
        } else if (inMemory.get(chat.id)?.has(image.id) !== true) {
          const bytes = await unsettled(image.id);
          if (bytes !== undefined) {
            remember(chat.id, image.id, bytes);
          }
        }
      }
    },
    forget(chatId) {
      inMemory.delete(chatId);
    },
    async removeOld() {
      for (const { name } of await drafts.list('')) {
        if ((await drafts.changedAt(name)) < Date.now() - draftMs) {
          await drafts.remove(name);
        }
      }
    },
  };
}

/** The bytes of an image in a folder; undefined if they are not there or are not those of this image. */
async function readImage(
  files: StoreFiles,
  folder: string,
  imageId: string,
): Promise<Uint8Array | undefined> {
  const path = await pathOf(files, folder, imageId);
  const bytes = path === undefined ? undefined : await files.read(path);
  return bytes !== undefined && (await sha256(bytes)) === imageId ? bytes : undefined;
}

async function pathOf(
  files: StoreFiles,
  folder: string,
  imageId: string,
): Promise<string | undefined> {
  const entries = await files.list(folder);
  const name = entries
    .map((entry) => entry.name)
    .find((each) => {
      const [id, extension = '', ...more] = each.split('.');
      return id === imageId && more.length === 0 && typeOfExtension(extension) !== undefined;
    });
  return name === undefined ? undefined : folder === '' ? name : `${folder}/${name}`;
}

/** The SHA-256 of bytes as 64 lower-case hex digits. */
async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
