import type { Metadata } from '../keptImage.ts';
import { xmpMetadata } from './exif.ts';
import { hasText, type ParsedImage, uintLE } from './pieces.ts';

/** Whether a file begins as GIF (CompuServe, "GIF89a Specification"). */
export function isGif(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a');
}

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b };
const extension = { comment: 0xfe, application: 0xff };

/** The applications whose extensions decide how the image looks: loops and the ICC profile. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A file of the largest image has fewer, unless it was made to take time. */
const maxBlocks = 1_000_000;

/** Reads a GIF file; undefined if it is broken or incomplete. */
export function readGif(bytes: Uint8Array): ParsedImage | undefined {
  const removed = new Set<Metadata>();
  let at = 13 + colorTableLength(bytes[10] ?? 0);
  if (at > bytes.length) {
    return undefined;
  }
  const pieces: Uint8Array[] = [bytes.subarray(0, at)];
  let frame: { readonly width: number; readonly height: number } | undefined;
  let frames = 0;
  for (let count = 0; count < maxBlocks && at < bytes.length; count += 1) {
    if (bytes[at] === block.trailer) {
      pieces.push(bytes.subarray(at, at + 1));
      if (at + 1 < bytes.length) {
        removed.add('other');
      }
      return frame && { ...canvas(bytes, frame), isAnimated: frames > 1, pieces, removed };
    }
    const isImage = bytes[at] === block.image;
    if (!isImage && bytes[at] !== block.extension) {
      return undefined;
    }
    const dataStart = isImage ? at + 11 + colorTableLength(bytes[at + 9] ?? 0) : at + 2;
    const end = endOfData(bytes, dataStart);
    if (end === undefined) {
      return undefined;
    }
    if (isImage) {
      frames += 1;
      frame ??= { width: uintLE(bytes, at + 5, 2), height: uintLE(bytes, at + 7, 2) };
    }
    const found = isImage ? undefined : metadataIn(bytes.subarray(at, end));
    if (found === undefined) {
      pieces.push(bytes.subarray(at, end));
    } else {
      found.forEach((kind) => removed.add(kind));
    }
    at = end;
  }
  return undefined;
}

/** The length of the colour table that these flags announce, in bytes. */
function colorTableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Some files leave the size of the canvas out. */
function canvas(
  bytes: Uint8Array,
  frame: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } {
  const [width, height] = [uintLE(bytes, 6, 2), uintLE(bytes, 8, 2)];
  return width > 0 && height > 0 ? { width, height } : frame;
}

/** The place after blocks of data, each after its length, of which the last one is empty. */
function endOfData(bytes: Uint8Array, start: number): number | undefined {
  let at = start;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1 + length;
    if (length === 0) {
      return at;
    }
  }
  return undefined;
}

/** What an extension tells; undefined if it belongs to the image. */
function metadataIn(bytes: Uint8Array): ReadonlySet<Metadata> | undefined {
  if (bytes[1] === extension.comment) {
    return new Set(['comment']);
  }
  if (bytes[1] !== extension.application || keptApplications.some((id) => hasText(bytes, 3, id))) {
    return undefined;
  }
  return hasText(bytes, 3, 'XMP DataXMP') ? xmpMetadata(bytes) : new Set(['other']);
}
