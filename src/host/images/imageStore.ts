import * as vscode from 'vscode';
import {
  type Image,
  maxImageNameLength,
  maxImageBytes,
  maxImagePixels,
} from '../../shared/images/image.ts';
import type { readImageFile, ImageProblem } from '../../shared/images/file/readImageFile.ts';
import type { KeptImage } from '../../shared/images/keptImage.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { imagesPath, removedImagesPath } from '../store/storePaths.ts';
import {
  createDraftImages,
  type DraftImages,
  imageIds,
  readImage,
  sha256,
  writeImage,
} from './imageFiles.ts';
import { formatNumber } from '../../shared/language.ts';

/** The chat that an image belongs to. */
export interface ImageChat {
  readonly id: string;
  /** Nothing of it is stored: its images are in memory only. */
  readonly isTemporary?: boolean | undefined;
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

/** The bytes of the images of messages and replies (`docs/store.md`, "Images"). */
export type ImageStore = ReturnType<typeof createImageStore>;

/** Makes a store; it reads and writes nothing yet. */
export function createImageStore({ files, drafts: draftFiles, readFile }: ImageFiles) {
  const memory = createMemory();
  const drafts = createDraftImages(draftFiles);
  const { unsettled, write, read } = createAccess(files, drafts, memory);
  return {
    /**
     * Checks a file, takes out its metadata and keeps it for a message or reply that will name it; in memory if it cannot
     * be written.
     */
    async keep(chat: ImageChat, bytes: Uint8Array, name: string): Promise<KeptImage> {
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
    /** The bytes of an image; undefined if they are gone or are not those of this image any more. */
    read,
    /**
     * Writes the images that a message or reply is about to name into the folder of the chat. One that is gone is left
     * out. Throws what the file system throws.
     */
    async settle({ id: chatId, isTemporary }: ImageChat, images: readonly Image[]) {
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
    /** Copies images of a chat to another one, as far as they are there. Throws what the file system throws. */
    async copy(fromId: string, toId: string, images: readonly Image[]) {
      for (const { id, type } of images) {
        const bytes = await read(fromId, id);
        if (bytes !== undefined) {
          await writeImage(files, imagesPath(toId), { id, type, bytes });
        }
      }
    },
    /** Forgets the images of a chat that are in memory only. */
    forget: (chatId: string) => memory.forget(chatId),
    /** Deletes images that were kept for messages which were never sent. Throws what the file system throws. */
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
  const read = async (chatId: string, imageId: string): Promise<Uint8Array | undefined> => {
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

/** Why a file cannot be sent as an image, and what to do. */
export function imageProblemText(problem: ImageProblem, name: string): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('“{0}” is empty.', name);
    case 'tooLarge':
      return vscode.l10n.t(
        '“{0}” is larger than {1} MB. Scale it down or save it with a stronger compression, then add it again.',
        name,
        formatNumber(maxImageBytes / 1024 / 1024),
      );
    case 'tooManyPixels':
      return vscode.l10n.t(
        '“{0}” has more than {1} megapixels. Scale it down, then add it again.',
        name,
        formatNumber(maxImagePixels / 1_000_000),
      );
    case 'svg':
      return vscode.l10n.t(
        '“{0}” is an SVG drawing, which services do not read as an image. Save it as PNG, or attach it as text.',
        name,
      );
    case 'broken':
      return vscode.l10n.t(
        '“{0}” is damaged or incomplete. Save the image again, then add it.',
        name,
      );
    case 'otherType':
      return vscode.l10n.t(
        '“{0}” is not a PNG, JPEG, WebP or GIF image. Save it as one of these, then add it again.',
        name,
      );
  }
}
