import type { Metadata } from '../keptImage.ts';
import { hasText, latin1, uintBE, uintLE } from './pieces.ts';

/** What an EXIF block says. */
export interface Exif {
  readonly found: ReadonlySet<Metadata>;
  /** How the image is to be turned for display, 1 to 8; 1 is as it is stored. */
  readonly orientation: number;
}

/** Fields (CIPA DC-008, "Exif 2.32", section 4.6) that say more than that there is metadata. */
const fields: ReadonlyMap<number, Metadata> = new Map([
  [0x8825, 'place'],
  [0x010f, 'camera'],
  [0x0110, 'camera'],
  [0xa430, 'author'],
  [0xa431, 'camera'],
  [0xa433, 'camera'],
  [0xa434, 'camera'],
  [0xa435, 'camera'],
  [0x0132, 'date'],
  [0x9003, 'date'],
  [0x9004, 'date'],
  [0x013b, 'author'],
  [0x8298, 'author'],
  [0x9c9d, 'author'],
  [0x0131, 'software'],
  [0x010e, 'comment'],
  [0x9286, 'comment'],
  [0x9c9b, 'comment'],
  [0x9c9c, 'comment'],
  [0x0201, 'preview'],
]);

const orientationField = 0x0112;
const exifDirectoryField = 0x8769;

/** More than any camera writes. Directories may refer to each other in a circle. */
const limits = { directories: 8, entries: 1000 };

/** Reads a TIFF structure with EXIF fields, as far as it can be read. */
export function readExif(block: Uint8Array): Exif {
  const found = new Set<Metadata>();
  let orientation = 1;
  let hasOthers = false;
  const isLittle = hasText(block, 0, 'II');
  const uint = (at: number, count: number) =>
    isLittle ? uintLE(block, at, count) : uintBE(block, at, count);
  const pending = isLittle || hasText(block, 0, 'MM') ? [uint(4, 4)] : [];
  for (let read = 0; read < limits.directories && pending.length > 0; read += 1) {
    const start = pending.shift() ?? 0;
    const isInside = start >= 8 && start + 2 <= block.length;
    const count = isInside ? Math.min(uint(start, 2), limits.entries) : 0;
    for (let index = 0; index < count; index += 1) {
      const entry = start + 2 + 12 * index;
      if (entry + 12 > block.length) {
        break;
      }
      const tag = uint(entry, 2);
      const kind = fields.get(tag);
      if (kind !== undefined) {
        found.add(kind);
      } else if (tag === orientationField) {
        orientation = uint(entry + 8, 2);
      } else if (tag === exifDirectoryField) {
        pending.push(uint(entry + 8, 4));
      } else {
        hasOthers = true;
      }
    }
    if (isInside) {
      // The directory of the preview follows the first one.
      pending.push(uint(start + 2 + 12 * count, 4));
    }
  }
  if (found.size === 0 && hasOthers) {
    found.add('other');
  }
  return { found, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 };
}

/** A TIFF structure with an orientation and nothing else. */
export function orientationBlock(orientation: number): Uint8Array {
  // prettier-ignore
  return Uint8Array.of(
    0x4d, 0x4d, 0, 42, 0, 0, 0, 8, // big-endian, directory at 8
    0, 1, // one field:
    1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, // Orientation, one SHORT
    0, 0, 0, 0, // no further directory
  );
}

/** Words in XMP, as attributes or elements, and what they tell. */
const xmpWords: readonly (readonly [word: RegExp, kind: Metadata])[] = [
  [/GPS|photoshop:(?:City|State|Country)|Iptc4xmpCore:Location|Iptc4xmpExt:Location/, 'place'],
  [/tiff:(?:Make|Model)|aux:(?:Lens|SerialNumber)|exifEX:(?:Lens|BodySerial)/, 'camera'],
  [/xmp:(?:CreateDate|ModifyDate)|exif:DateTime|photoshop:DateCreated/, 'date'],
  [/dc:(?:creator|rights)|photoshop:(?:Credit|AuthorsPosition)|CreatorContactInfo/, 'author'],
  [/xmp:CreatorTool|softwareAgent/, 'software'],
  [/dc:(?:description|title|subject)/, 'comment'],
  [/xmp:Thumbnails/, 'preview'],
];

/** In bytes. Larger ones have edits and previews at their end. */
const maxXmpLength = 262_144;

/** What an XMP packet tells. */
export function xmpMetadata(packet: Uint8Array): ReadonlySet<Metadata> {
  const text = latin1(packet, maxXmpLength);
  const found = xmpWords.filter(([word]) => word.test(text)).map(([, kind]) => kind);
  return new Set(found.length === 0 ? ['other'] : found);
}
