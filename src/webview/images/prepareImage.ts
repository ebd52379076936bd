import * as l10n from '@vscode/l10n';
import { type ImageType, imageTypes } from '../../shared/images/image.ts';
import type { ImageFile } from '../../shared/images/keptImage.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { bitmapOf, drawn, encoded, pngOf, sizeWithin } from './drawImage.ts';

/** An image file that the host can check and keep. */
export interface PreparedImage extends ImageFile {
  /** A small copy, for its chip. */
  readonly thumbnail: Blob;
  /** The format that the file had, if it was converted. */
  readonly convertedFrom?: string | undefined;
}

/** Larger files are not read, in bytes. No service takes nearly as much. */
const maxFileBytes = 100_000_000;

/** The longer edge of a thumbnail, in pixels: that of a chip on a screen with twice the density. */
const thumbnailEdge = 96;

/** Reads an image file. Gives a sentence about why it cannot be attached if that is so. */
export async function prepareImage(
  file: File,
): Promise<PreparedImage | { readonly problem: string }> {
  const name = visibleText(file.name);
  if (file.size > maxFileBytes) {
    return { problem: l10n.t('“{0}” is larger than 100 MB. Scale it down first.', name) };
  }
  const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  if (isSvg(file, start)) {
    return {
      problem: l10n.t(
        '“{0}” is an SVG drawing, which models do not take as an image. Attach it as a text file, or export it as PNG.',
        name,
      ),
    };
  }
  const type = typeOf(start);
  // The type that the system states for a file may be wrong: the browser reads the content.
  const blob = new Blob([file], { type: type ?? file.type });
  try {
    const bitmap = await bitmapOf(blob);
    const thumbnail = await encoded(drawn(bitmap, sizeWithin(bitmap, thumbnailEdge)), 'image/png');
    if (type !== undefined) {
      bitmap.close();
      return { name: file.name, bytes: await bytesOf(file), thumbnail };
    }
    const bytes = await bytesOf(await pngOf(bitmap, bitmap));
    return { name: asPngName(file.name), bytes, thumbnail, convertedFrom: formatName(file) };
  } catch {
    return {
      problem:
        type === undefined
          ? l10n.t('“{0}” cannot be read as an image. Convert it to PNG or JPEG.', name)
          : l10n.t('“{0}” is damaged and cannot be read.', name),
    };
  }
}

/** A small copy of an image, for its chip. Throws if the browser cannot read it. */
export async function thumbnailOf(blob: Blob): Promise<Blob> {
  const bitmap = await bitmapOf(blob);
  return pngOf(bitmap, sizeWithin(bitmap, thumbnailEdge));
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The first bytes of the types that services read. WebP has its length after the first four. */
const signatures: Readonly<Record<ImageType, RegExp>> = {
  'image/png': /^\u0089PNG\r\n\u001a\n/,
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** The type of an image file by its first bytes; undefined if services do not read it as it is. */
function typeOf(start: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...start.subarray(0, 16));
  return imageTypes.find((type) => signatures[type].test(text));
}

function isSvg(file: File, start: Uint8Array): boolean {
  return (
    file.type === 'image/svg+xml' ||
    /\.svgz?$/i.test(file.name) ||
    /<svg[\s>]/i.test(new TextDecoder().decode(start))
  );
}

/** The format of a file in capital letters: by its type, or by the end of its name. */
function formatName({ type, name }: File): string {
  const ofType = /^image\/(?:x-|x-ms-)?([a-z0-9]{2,5})$/.exec(type)?.[1];
  return (ofType ?? /\.([a-z0-9]{2,5})$/i.exec(name)?.[1] ?? '?').toUpperCase();
}

function asPngName(name: string): string {
  return `${name.replace(/\.[a-z0-9]{2,5}$/i, '')}.png`;
}
