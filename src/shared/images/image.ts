import { type Guard, isArrayOf, isFiniteNumber, isObjectOf, isOneOf, isString } from '../guards.ts';

/** The types of images that are kept and sent. Others are converted or refused when they are added. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageType = (typeof imageTypes)[number];

/** An image of a message or reply without its bytes, which the host keeps in a file of their own. */
export interface Image {
  /** SHA-256 of the bytes as 64 lower-case hex digits. */
  readonly id: string;
  readonly type: ImageType;
  /** The name of the file it came from, or a name for a pasted one. */
  readonly name: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the file, in bytes. */
  readonly size: number;
}

const isImageId: Guard<string> = (value): value is string =>
  isString(value) && /^[0-9a-f]{64}$/.test(value);

/** Guards an image. */
export const isImage: Guard<Image> = isObjectOf({
  id: isImageId,
  type: isOneOf(...imageTypes),
  name: isString,
  width: isFiniteNumber,
  height: isFiniteNumber,
  size: isFiniteNumber,
});

/** Guards the images of a message or reply. */
export const isImages = isArrayOf(isImage);
