import {
  type Guard,
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  type ObjectOf,
} from '../guards.ts';

/** The types of images that are kept and sent. Others are converted or refused when they are added. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageType = (typeof imageTypes)[number];

const isImageId: Guard<string> = (value): value is string =>
  isString(value) && /^[0-9a-f]{64}$/.test(value);

const image = {
  /** SHA-256 of the bytes as 64 lower-case hex digits. */
  id: isImageId,
  type: isOneOf(...imageTypes),
  /** The name of the file it came from, or a name for a pasted one. */
  name: isString,
  /** In pixels. */
  width: isFiniteNumber,
  height: isFiniteNumber,
  /** Of the file, in bytes. */
  size: isFiniteNumber,
};

/** An image of a message or reply without its bytes, which the host keeps in a file of their own. */
export interface Image extends ObjectOf<typeof image> {}
export const isImage: Guard<Image> = isObjectOf(image);
export const isImages = isArrayOf(isImage);
