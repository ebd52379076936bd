import { type ImageType, maxImageBytes, maxImagePixels } from '../image.ts';
import type { Metadata } from '../keptImage.ts';
import { isGif, readGif } from './gif.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { hasText, joined, latin1, type ParsedImage } from './pieces.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';

/** An image file without its metadata. */
export interface ImageFile {
  readonly type: ImageType;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Has several frames. */
  readonly isAnimated: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What was in the metadata. */
  readonly removed: readonly Metadata[];
}

/** Why a file cannot be sent as an image. */
export type ImageProblem = 'empty' | 'tooLarge' | 'tooManyPixels' | 'svg' | 'broken' | 'otherType';

/** How each type is recognized and read. */
const formats: readonly {
  readonly type: ImageType;
  readonly is: (bytes: Uint8Array) => boolean;
  readonly read: (bytes: Uint8Array) => ParsedImage | undefined;
}[] = [
  { type: 'image/png', is: isPng, read: readPng },
  { type: 'image/jpeg', is: isJpeg, read: readJpeg },
  { type: 'image/webp', is: isWebp, read: readWebp },
  { type: 'image/gif', is: isGif, read: readGif },
];

/**
 * Reads an image file by its contents, whatever its name says, and takes out its metadata. The pixels are neither
 * decoded nor changed: the ICC profile and the orientation stay.
 */
export function readImageFile(bytes: Uint8Array): ImageFile | { readonly problem: ImageProblem } {
  if (bytes.length === 0) {
    return { problem: 'empty' };
  }
  if (bytes.length > maxImageBytes) {
    return { problem: 'tooLarge' };
  }
  const parsed = parseImageFile(bytes);
  if (typeof parsed === 'string') {
    return { problem: parsed };
  }
  const { type, width, height, isAnimated, removed, pieces } = parsed;
  return width * height > maxImagePixels
    ? { problem: 'tooManyPixels' }
    : { type, width, height, isAnimated, bytes: joined(pieces), removed: [...removed] };
}

/** What is said in an image file of any size, by its contents; or why it cannot be read. */
export function parseImageFile(
  bytes: Uint8Array,
): (ParsedImage & { readonly type: ImageType }) | 'svg' | 'broken' | 'otherType' {
  const format = formats.find(({ is }) => is(bytes));
  if (format === undefined) {
    return isSvg(bytes) ? 'svg' : 'otherType';
  }
  const parsed = format.read(bytes);
  return parsed === undefined || parsed.width === 0 || parsed.height === 0
    ? 'broken'
    : { ...parsed, type: format.type };
}

/** In bytes. A comment or a declaration may stand before the first element. */
const maxProlog = 4096;

function isSvg(bytes: Uint8Array): boolean {
  const start = hasText(bytes, 0, '\xef\xbb\xbf') ? 3 : 0;
  const text = latin1(bytes.subarray(start), maxProlog);
  return /^\s*</.test(text) && /<(?:[\w-]{1,40}:)?svg[\s>/]/i.test(text);
}
