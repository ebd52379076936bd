import * as l10n from '@vscode/l10n';
import {
  type Guard,
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
  type ObjectOf,
} from '../guards.ts';
import { formatNumber } from '../language.ts';
import { visibleText } from '../visibleText.ts';

/** The types of images that are kept and sent. Others are converted or refused when they are added. */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

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

/** The most pixels of an image. Decoded, each takes 4 bytes. */
export const maxImagePixels = 40_000_000;

/** The largest image file, in bytes. No known service takes a larger one within a request. */
export const maxImageBytes = 20 * 1024 * 1024;

/** The longest name of an image, in characters. */
export const maxImageNameLength = 200;

/** The most images of one message. */
export const maxMessageImages = 50;

/** The `data:` URL of an image file that is given as Base64 (RFC 2397). */
export function dataUrlOf(type: ImageType, base64: string): string {
  return `${prefixOf(type)}${base64}`;
}

/** The length of the data URL of an image, in characters. */
export function dataUrlLength({ type, size }: Pick<Image, 'type' | 'size'>): number {
  return prefixOf(type).length + 4 * Math.ceil(size / 3);
}

function prefixOf(type: ImageType): string {
  return `data:${type};base64,`;
}

/** In characters. What stands before the data of a data URL is shorter. */
const maxPrefixLength = 200;

/** The Base64 in a data URL of an image, of whatever type it says; undefined for any other address. */
export function base64OfDataUrl(url: string): string | undefined {
  const comma = url.slice(0, maxPrefixLength).indexOf(',');
  const isImage = /^data:image\/[\w.+-]{1,40};(?:[\w=.+-]{1,60};)?base64$/i.test(
    url.slice(0, comma),
  );
  return comma > 0 && isImage ? url.slice(comma + 1) : undefined;
}

/** The ending of the name of an image file. */
export const imageExtensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The type with this extension; undefined if there is none. */
export function typeOfExtension(extension: string): ImageType | undefined {
  return imageTypes.find((type) => imageExtensions[type] === extension);
}

/** The size of an image in pixels, such as `1,200 × 800`. */
export function pixelSize({ width, height }: Pick<Image, 'width' | 'height'>): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`;
}

/** A number of bytes in kilobytes or megabytes, such as `1.2 MB`. */
export function byteSize(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const value = bytes / (isLarge ? 1_000_000 : 1000);
  return formatNumber(value, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

/** The name of an image and its size in pixels, for screen readers. */
export function imageLabel(image: Image): string {
  return l10n.t('{0}, {1} pixels', visibleText(image.name), pixelSize(image));
}
