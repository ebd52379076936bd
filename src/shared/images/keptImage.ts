import { isBytes, isString, type ObjectOf } from '../guards.ts';
import type { Image } from './image.ts';
import type { Metadata } from './metadata.ts';

export const imageFile = { name: isString, bytes: isBytes };

/** An image file as it was pasted, dropped or chosen. */
export interface ImageFile extends ObjectOf<typeof imageFile> {}

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
