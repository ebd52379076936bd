import * as l10n from '@vscode/l10n';
import { parseImageFile } from '../../shared/images/file/readImageFile.ts';
import { type ImageType, maxImageBytes, maxImagePixels } from '../../shared/images/image.ts';
import type { ImageFile, Metadata } from '../../shared/images/keptImage.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { bitmapOf, drawn, encoded, type PixelSize, pngOf, sizeWithin } from './drawImage.ts';

/** An image file that the host can check and keep. */
export interface PreparedImage extends ImageFile {
  /** A small copy, for its chip. */
  readonly thumbnail: Blob;
  /** The format that the file had, if it was converted. */
  readonly convertedFrom?: string | undefined;
  /** The size of the image, if it was too large and was scaled down. */
  readonly scaledFrom?: PixelSize | undefined;
  /** What was in the metadata of the file, if it was drawn again, which leaves them out. */
  readonly removed: readonly Metadata[];
}

/** Larger files are not read, in bytes. */
const maxFileBytes = 100_000_000;

/** Larger images are not decoded: each pixel takes 4 bytes. */
const maxDecodedPixels = 200_000_000;

/** An image that is too large gets the first of these lengths of the longer edge with which it is not, in pixels. */
const fallbackEdges = [4096, 2048, 1024] as const;

/** The longer edge of a thumbnail, in pixels: that of a chip on a screen with twice the density. */
const thumbnailEdge = 96;

/**
 * Reads an image file. Gives a sentence about why it cannot be attached if that is so. Formats that services do not
 * read become PNG, and images that are larger than the host keeps are scaled down.
 */
export async function prepareImage(
  file: File,
): Promise<PreparedImage | { readonly problem: string }> {
  const name = visibleText(file.name);
  if (file.size > maxFileBytes) {
    return {
      problem: l10n.t(
        '“{0}” is larger than {1} MB. Scale it down or save it with a stronger compression, then add it again.',
        name,
        100,
      ),
    };
  }
  const bytes = await bytesOf(file);
  const parsed = parseImageFile(bytes);
  if (parsed === 'svg' || file.type === 'image/svg+xml') {
    return { problem: svgText(name) };
  }
  if (parsed === 'broken') {
    return { problem: brokenText(name) };
  }
  if (parsed === 'otherType') {
    return convertImage(file, name);
  }
  const { type, width, height, removed } = parsed;
  if (width * height > maxDecodedPixels) {
    const most = formatNumber(maxDecodedPixels / 1_000_000);
    const said = l10n.t(
      '“{0}” has more than {1} megapixels. Scale it down, then add it again.',
      name,
      most,
    );
    return { problem: said };
  }
  const bitmap = await bitmapOf(new Blob([bytes], { type })).catch(() => undefined);
  if (bitmap === undefined) {
    return { problem: brokenText(name) };
  }
  try {
    const thumbnail = await thumbnailOf(bitmap);
    return bytes.length <= maxImageBytes && width * height <= maxImagePixels
      ? { name: file.name, bytes, thumbnail, removed: [] }
      : {
          name: file.name,
          bytes: await fittingBytes(bitmap, type),
          thumbnail,
          removed: [...removed],
          scaledFrom: { width: bitmap.width, height: bitmap.height },
        };
  } finally {
    bitmap.close();
  }
}

/** A small copy of an image, for its chip. */
export async function thumbnailOf(bitmap: ImageBitmap): Promise<Blob> {
  return encoded(drawn(bitmap, sizeWithin(bitmap, thumbnailEdge)), 'image/png');
}

/** An image in a format that only the browser reads, as PNG. */
async function convertImage(
  file: File,
  name: string,
): Promise<PreparedImage | { readonly problem: string }> {
  const bitmap = await bitmapOf(file).catch(() => undefined);
  if (bitmap === undefined) {
    const said = l10n.t(
      '“{0}” is not a PNG, JPEG, WebP or GIF image. Save it as one of these, then add it again.',
      name,
    );
    return { problem: said };
  }
  try {
    const { width, height } = bitmap;
    const whole = width * height <= maxImagePixels ? await bytesOf(await pngOf(bitmap)) : undefined;
    const isWhole = whole !== undefined && whole.length <= maxImageBytes;
    return {
      name: `${file.name.replace(/\.[a-z0-9]{2,5}$/i, '')}.png`,
      bytes: isWhole ? whole : await fittingBytes(bitmap, 'image/png'),
      thumbnail: await thumbnailOf(bitmap),
      convertedFrom: formatName(file),
      scaledFrom: isWhole ? undefined : { width, height },
      removed: [],
    };
  } finally {
    bitmap.close();
  }
}

/** An image as a file that the host keeps. */
async function fittingBytes(
  bitmap: ImageBitmap,
  type: ImageType,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array();
  for (const edge of fallbackEdges) {
    const canvas = drawn(bitmap, sizeWithin(bitmap, edge));
    bytes = await bytesOf(await encoded(canvas, type === 'image/gif' ? 'image/png' : type));
    if (bytes.length <= maxImageBytes) {
      break;
    }
  }
  return bytes;
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

function svgText(name: string): string {
  return l10n.t(
    '“{0}” is an SVG drawing, which services do not read as an image. Save it as PNG, or attach it as text.',
    name,
  );
}

function brokenText(name: string): string {
  return l10n.t('“{0}” is damaged or incomplete. Save the image again, then add it.', name);
}

/** The format of a file in capital letters: by its type, or by the end of its name. */
function formatName({ type, name }: File): string {
  const ofType = /^image\/(?:x-|x-ms-)?([a-z0-9]{2,5})$/.exec(type)?.[1];
  return (ofType ?? /\.([a-z0-9]{2,5})$/i.exec(name)?.[1] ?? '?').toUpperCase();
}
