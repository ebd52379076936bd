import { imageTypes, type Image, type ImageType } from './image.ts';

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
