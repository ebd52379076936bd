import type { Metadata } from '../keptImage.ts';
import { orientationBlock, readExif, xmpMetadata } from './exif.ts';
import { hasText, latin1, type ParsedImage, uintBE } from './pieces.ts';

const signature = '\x89PNG\r\n\x1a\n';

/** Whether a file begins as PNG (W3C, "PNG Specification, Third Edition"). */
export function isPng(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, signature);
}

/** Chunks that decide how the image looks. All other ones are metadata, known or not. */
const keptChunks: ReadonlySet<string> = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD ' +
    'pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'
  ).split(' '),
);

/** A file of the largest image has fewer, unless it was made to take time. */
const maxChunks = 200_000;

/** Reads a PNG file; undefined if it is broken or incomplete. */
export function readPng(bytes: Uint8Array): ParsedImage | undefined {
  const pieces: Uint8Array[] = [bytes.subarray(0, signature.length)];
  const removed = new Set<Metadata>();
  let orientation = 1;
  let hasData = false;
  let frames = 1;
  let at = signature.length;
  for (let count = 0; count < maxChunks && at + 12 <= bytes.length; count += 1) {
    const length = uintBE(bytes, at, 4);
    const end = at + 12 + length;
    const type = latin1(bytes.subarray(at + 4, at + 8), 4);
    if (end > bytes.length || (count === 0) !== (type === 'IHDR' && length === 13)) {
      return undefined;
    }
    const data = bytes.subarray(at + 8, at + 8 + length);
    hasData ||= type === 'IDAT' && length > 0;
    frames = type === 'acTL' ? uintBE(data, 0, 4) : frames;
    if (type === 'IEND') {
      return hasData ? parsed(bytes, { pieces, removed, orientation, frames, at, end }) : undefined;
    }
    if (keptChunks.has(type)) {
      pieces.push(bytes.subarray(at, end));
    } else if (type === 'eXIf') {
      const exif = readExif(data);
      exif.found.forEach((kind) => removed.add(kind));
      orientation = exif.orientation;
    } else {
      metadataIn(type, data).forEach((kind) => removed.add(kind));
    }
    at = end;
  }
  return undefined;
}

/** What is known at the end of a file. */
interface Read {
  readonly pieces: Uint8Array[];
  readonly removed: Set<Metadata>;
  readonly orientation: number;
  readonly frames: number;
  /** Start and end of the last chunk. */
  readonly at: number;
  readonly end: number;
}

function parsed(
  bytes: Uint8Array,
  { pieces, removed, orientation, frames, at, end }: Read,
): ParsedImage {
  if (orientation !== 1) {
    // After the header, since it has to stand before the data.
    pieces.splice(2, 0, chunkOf('eXIf', orientationBlock(orientation)));
  }
  if (end < bytes.length) {
    removed.add('other');
  }
  return {
    width: uintBE(bytes, signature.length + 8, 4),
    height: uintBE(bytes, signature.length + 12, 4),
    isAnimated: frames > 1,
    pieces: [...pieces, bytes.subarray(at, end)],
    removed,
  };
}

/** Keywords of texts, the first ones as the specification names them. */
const keywords: readonly (readonly [keyword: RegExp, kind: Metadata])[] = [
  [/^(?:author|copyright|artist|creator)/i, 'author'],
  [/^(?:creation time|date|exif:datetime)/i, 'date'],
  [/^software/i, 'software'],
  [/^(?:title|description|comment|warning|disclaimer|parameters|prompt|workflow)/i, 'comment'],
  [/gps|location/i, 'place'],
];

const maxKeywordLength = 79;

function metadataIn(type: string, data: Uint8Array): ReadonlySet<Metadata> {
  if (type === 'tIME') {
    return new Set(['date']);
  }
  if (type !== 'tEXt' && type !== 'zTXt' && type !== 'iTXt') {
    return new Set(['other']);
  }
  const text = latin1(data, maxKeywordLength + 1);
  const keyword = text.slice(0, Math.max(0, text.indexOf('\0')));
  if (keyword === 'XML:com.adobe.xmp') {
    return xmpMetadata(data);
  }
  return new Set([keywords.find(([pattern]) => pattern.test(keyword))?.[1] ?? 'other']);
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index += 1) {
    chunk[4 + index] = type.charCodeAt(index);
  }
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

/** The checksum of a chunk (annex D of the specification). Only for the few bytes that are written here. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
