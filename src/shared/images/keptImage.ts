import * as l10n from '@vscode/l10n';
import { isArrayOf, isBytes, isKeyOf, isString, keysOf, type ObjectOf } from '../guards.ts';
import type { Image } from './image.ts';

const names = {
  place: () => l10n.t('place'),
  camera: () => l10n.t('camera'),
  date: () => l10n.t('date'),
  author: () => l10n.t('author'),
  software: () => l10n.t('software'),
  comment: () => l10n.t('description'),
  preview: () => l10n.t('preview image'),
  other: () => l10n.t('other metadata'),
};

/** What the metadata of an image file can say, or contain. */
export type Metadata = keyof typeof names;

/** Guards a list of such kinds. */
export const isMetadata = isArrayOf(isKeyOf(names));

/** What was removed from an image file, as a sentence; undefined if that was nothing. */
export function removedText(removed: readonly Metadata[]): string | undefined {
  const kinds = keysOf(names).filter((kind) => removed.includes(kind));
  const named = kinds.map((kind) => names[kind]());
  return named.length === 0
    ? undefined
    : l10n.t('Removed from the image before sending: {0}', named.join(', '));
}

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
