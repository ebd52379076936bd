import type { Metadata } from '../keptImage.ts';
import { orientationBlock, readExif, xmpMetadata } from './exif.ts';
import { hasText, joined, latin1, type ParsedImage, uintLE } from './pieces.ts';

/** Whether a file begins as WebP (RFC 9649). */
export function isWebp(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP');
}

/** Chunks that decide how the image looks. All other ones are metadata, known or not. */
const keptChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);

/** Flags of the extended header. */
const flags = { exif: 0x08, xmp: 0x04 };

/** A file of the largest image has fewer, unless it was made to take time. */
const maxChunks = 100_000;

/** What has been read of a file. */
interface Reading {
  readonly pieces: Uint8Array[];
  readonly removed: Set<Metadata>;
  header?: Uint8Array;
  size?: Size | undefined;
  orientation: number;
  frames: number;
  hasData: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads a WebP file; undefined if it is broken or incomplete. */
export function readWebp(bytes: Uint8Array): ParsedImage | undefined {
  const end = 8 + uintLE(bytes, 4, 4);
  if (end > bytes.length) {
    return undefined;
  }
  const reading: Reading = {
    pieces: [],
    removed: new Set(end < bytes.length - 1 ? ['other'] : []),
    orientation: 1,
    frames: 0,
    hasData: false,
  };
  let at = 12;
  for (let count = 0; count < maxChunks && at + 8 <= end; count += 1) {
    const length = uintLE(bytes, at + 4, 4);
    const next = at + 8 + length;
    if (next > end) {
      return undefined;
    }
    const isRead = readChunk(bytes.subarray(at, next), count === 0, reading);
    if (!isRead) {
      return undefined;
    }
    at = next + (length % 2);
  }
  return parsed(reading);
}

/** Reads a chunk and keeps it unless it is metadata; false if the file is broken. */
function readChunk(chunk: Uint8Array, isFirst: boolean, reading: Reading): boolean {
  const type = latin1(chunk, 4);
  const data = chunk.subarray(8);
  if (type === 'VP8X') {
    if (!isFirst || data.length < 10) {
      return false;
    }
    reading.header = chunk.slice();
    reading.size = { width: uintLE(data, 4, 3) + 1, height: uintLE(data, 7, 3) + 1 };
  } else if (keptChunks.has(type)) {
    reading.size ??= sizeIn(type, data);
    reading.hasData ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    reading.frames += type === 'ANMF' ? 1 : 0;
    reading.pieces.push(padded(chunk));
    return reading.size !== undefined;
  } else if (type === 'EXIF') {
    const exif = readExif(hasText(data, 0, 'Exif\0\0') ? data.subarray(6) : data);
    exif.found.forEach((kind) => reading.removed.add(kind));
    reading.orientation = exif.orientation;
  } else {
    const found = type === 'XMP ' ? xmpMetadata(data) : ['other' as const];
    found.forEach((kind) => reading.removed.add(kind));
  }
  return true;
}

/** The size in the data of a single image. */
function sizeIn(type: string, data: Uint8Array): Size | undefined {
  if (type === 'VP8 ' && data.length >= 10 && uintLE(data, 3, 3) === 0x2a019d) {
    return { width: uintLE(data, 6, 2) & 0x3fff, height: uintLE(data, 8, 2) & 0x3fff };
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = uintLE(data, 1, 4);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
}

function parsed(reading: Reading): ParsedImage | undefined {
  const { header, pieces, removed, size, orientation, frames, hasData } = reading;
  if (size === undefined || !hasData) {
    return undefined;
  }
  // Without the extended header, there is no place for an orientation that would be read.
  const turned = header !== undefined && orientation !== 1;
  if (header !== undefined) {
    header[8] = ((header[8] ?? 0) & ~flags.exif & ~flags.xmp) | (turned ? flags.exif : 0);
  }
  const chunks = [
    ...(header === undefined ? [] : [header]),
    ...pieces,
    ...(turned ? [padded(chunkOf('EXIF', orientationBlock(orientation)))] : []),
  ];
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4);
  return {
    ...size,
    isAnimated: frames > 1,
    pieces: [chunkHead('RIFF', length), ascii('WEBP'), ...chunks],
    removed,
  };
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  return joined([chunkHead(type, data.length), data]);
}

function chunkHead(type: string, length: number): Uint8Array {
  const head = new Uint8Array(8);
  head.set(ascii(type));
  new DataView(head.buffer).setUint32(4, length, true);
  return head;
}

/** Chunks begin at even places. */
function padded(chunk: Uint8Array): Uint8Array {
  return chunk.length % 2 === 0 ? chunk : joined([chunk, Uint8Array.of(0)]);
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
