import type { Image } from '../../shared/images/image.ts';
import type { KeptImage } from '../../shared/images/keptImage.ts';

/** The chat that an image belongs to. */
export interface ImageChat {
  readonly id: string;
  /** Nothing of it is stored: its images are in memory only. */
  readonly isTemporary?: boolean | undefined;
}

/** The bytes of the images of messages and replies (`docs/store.md`, "Images"). */
export interface ImageStore {
  /**
   * Checks a file, takes out its metadata and keeps it for a message that is being written. Throws what the file
   * system throws.
   */
  keep(chat: ImageChat, bytes: Uint8Array, name: string): Promise<KeptImage>;
  /** The bytes of an image; undefined if they are gone or are not those of this image any more. */
  read(chatId: string, imageId: string): Promise<Uint8Array | undefined>;
  /**
   * Writes the images that a message or reply is about to name into the folder of the chat. One that is gone is left
   * out. Throws what the file system throws.
   */
  settle(chat: ImageChat, images: readonly Image[]): Promise<void>;
  /** Forgets the images of a temporary chat. */
  forget(chatId: string): void;
}
