import type { Metadata } from '../keptImage.ts';
import { orientationBlock, readExif, xmpMetadata } from './exif.ts';
import { hasText, joined, type ParsedImage, uintBE } from './pieces.ts';

/** Whether a file begins as JPEG (ITU-T T.81, annex B). */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

/** The second bytes of markers. */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, app0: 0xe0, app15: 0xef };

const exifName = 'Exif\0\0';
const xmpName = 'http://ns.adobe.com/xap/1.0/\0';

/** A file of the largest image has fewer, unless it was made to take time. */
const maxSegments = 100_000;

/** What has been read of a file. */
interface Reading {
  readonly pieces: Uint8Array[];
  readonly removed: Set<Metadata>;
  orientation: number;
  size?: { readonly width: number; readonly height: number };
}

/** Reads a JPEG file; undefined if it is broken or incomplete. */
export function readJpeg(bytes: Uint8Array): ParsedImage | undefined {
  const reading: Reading = {
    pieces: [bytes.subarray(0, 2)],
    removed: new Set(),
    orientation: 1,
  };
  let hasScan = false;
  let at = 2;
  for (let count = 0; count < maxSegments && at + 2 <= bytes.length; count += 1) {
    const kind = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || kind === 0) {
      return undefined;
    }
    if (kind === 0xff) {
      // Any number of these may stand before a marker.
      at += 1;
      continue;
    }
    if (kind === marker.end) {
      return hasScan ? parsed(bytes, at + 2, reading) : undefined;
    }
    const end = at + 2 + uintBE(bytes, at + 2, 2);
    if (end < at + 4 || end > bytes.length) {
      return undefined;
    }
    if (kind === marker.scan) {
      hasScan = true;
      const dataEnd = endOfScan(bytes, end);
      reading.pieces.push(bytes.subarray(at, dataEnd));
      at = dataEnd;
    } else {
      readSegment(bytes.subarray(at, end), kind, reading);
      at = end;
    }
  }
  return undefined;
}

/** The place of the first marker after compressed data that does not belong to it. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    const isRestart = next !== undefined && next >= 0xd0 && next <= 0xd7;
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart) {
      return at;
    }
  }
  return bytes.length;
}

function parsed(bytes: Uint8Array, end: number, reading: Reading): ParsedImage | undefined {
  const { pieces, removed, orientation, size } = reading;
  if (size === undefined) {
    return undefined;
  }
  if (orientation !== 1) {
    const isJfif = pieces[1]?.[1] === marker.app0;
    pieces.splice(isJfif ? 2 : 1, 0, orientationSegment(orientation));
  }
  if (end < bytes.length) {
    // Further images and videos of cameras stand after the first one.
    removed.add('other');
  }
  return { ...size, isAnimated: false, pieces: [...pieces, bytes.subarray(end - 2, end)], removed };
}

/** Reads a segment with its marker and length, and keeps it unless it is metadata. */
function readSegment(segment: Uint8Array, kind: number, reading: Reading): void {
  const { pieces, removed } = reading;
  const data = segment.subarray(4);
  if (isFrame(kind)) {
    reading.size ??= { width: uintBE(data, 3, 2), height: uintBE(data, 1, 2) };
    pieces.push(segment);
  } else if (kind === marker.comment) {
    removed.add('comment');
  } else if (kind < marker.app0 || kind > marker.app15) {
    pieces.push(segment);
  } else if (kind === marker.app0 && hasText(data, 0, 'JFIF\0') && data.length >= 14) {
    pieces.push(withoutPreview(segment, removed));
  } else if (isColour(kind, data)) {
    pieces.push(segment);
  } else if (hasText(data, 0, exifName)) {
    const exif = readExif(data.subarray(exifName.length));
    exif.found.forEach((found) => removed.add(found));
    reading.orientation = exif.orientation;
  } else {
    metadataIn(kind, data).forEach((found) => removed.add(found));
  }
}

/** The start of a frame: all from 0xC0 to 0xCF but the tables among them. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc;
}

/** Without them the colours would be others: the ICC profile, and what Adobe says of the components. */
function isColour(kind: number, data: Uint8Array): boolean {
  return (
    (kind === 0xe2 && hasText(data, 0, 'ICC_PROFILE\0')) ||
    (kind === 0xee && hasText(data, 0, 'Adobe'))
  );
}

/** The JFIF segment, whose preview follows its first 14 bytes. */
function withoutPreview(segment: Uint8Array, removed: Set<Metadata>): Uint8Array {
  const kept = segment.slice(0, 18);
  if (kept[16] !== 0 && kept[17] !== 0) {
    removed.add('preview');
  }
  kept.set([0, 16], 2);
  kept.set([0, 0], 16);
  return kept;
}

function metadataIn(kind: number, data: Uint8Array): ReadonlySet<Metadata> {
  if (hasText(data, 0, xmpName)) {
    return xmpMetadata(data.subarray(xmpName.length));
  }
  if (kind === 0xed && hasText(data, 0, 'Photoshop 3.0\0')) {
    // IPTC: captions, names and places of a photo agency.
    return new Set(['author', 'comment']);
  }
  return new Set([hasText(data, 0, 'JFXX\0') || hasText(data, 0, 'MPF\0') ? 'preview' : 'other']);
}

function orientationSegment(orientation: number): Uint8Array {
  const block = orientationBlock(orientation);
  const name = Uint8Array.from(exifName, (character) => character.charCodeAt(0));
  const length = 2 + name.length + block.length;
  return joined([Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), name, block]);
}
