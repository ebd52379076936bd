import type { Image } from '../../shared/images/image.ts';

/** The chat that an image belongs to. */
export interface ImageChat {
  readonly id: string;
  /** Nothing of it is stored: its images are in memory only. */
  readonly isTemporary?: boolean | undefined;
}

/** What was in the metadata of an image file and is no longer. */
export type RemovedMetadata =
  'place' | 'camera' | 'date' | 'author' | 'software' | 'preview' | 'comment' | 'other';

/** An image that can be sent, or why there is none. */
export type KeptImage =
  | {
      readonly image: Image;
      /** What was taken out of the file before it was kept; empty if there was nothing. */
      readonly removed: readonly RemovedMetadata[];
      /** Has several frames, of which services as a rule read the first one only. */
      readonly isAnimated: boolean;
    }
  /** A sentence that says what is wrong and what to do. */
  | { readonly problem: string };

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
