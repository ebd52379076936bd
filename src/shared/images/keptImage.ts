import type { Image } from './image.ts';

/** An image file as it was pasted, dropped or chosen. */
export interface ImageFile {
  readonly name: string;
  readonly bytes: Uint8Array;
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
