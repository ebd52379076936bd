import { deflateSync } from 'node:zlib';

/** ASCII text and bytes, one after another. */
export function bytesOf(
  ...parts: readonly (string | number | Uint8Array)[]
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string'
          ? Buffer.from(part, 'latin1')
          : Uint8Array.from(typeof part === 'number' ? [part] : part),
      ),
    ),
  );
}

function uintBE(value: number, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => (value / 256 ** (count - 1 - at)) & 255);
}

function uintLE(value: number, count: number): Uint8Array {
  return uintBE(value, count).toReversed();
}

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

/** A chunk of a PNG file. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = bytesOf(type, data);
  return bytesOf(uintBE(data.length, 4), body, uintBE(crc32(body), 4));
}

/** A grey PNG file that can be decoded, with further chunks before its data. */
export function aPng(
  width = 3,
  height = 2,
  more: readonly Uint8Array[] = [],
): Uint8Array<ArrayBuffer> {
  const header = bytesOf(uintBE(width, 4), uintBE(height, 4), 8, 0, 0, 0, 0);
  // Huge images are only announced.
  const rows = width * height > 1_000_000 ? 1 : height;
  const pixels = deflateSync(new Uint8Array((width + 1) * rows));
  return bytesOf(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', new Uint8Array()),
  );
}

/** A TIFF structure with fields of EXIF, each a tag with the text of its value. */
export function exifBlock(
  fields: Readonly<Record<number, string>>,
  { orientation = 1, isLittle = false } = {},
): Uint8Array {
  const uint = isLittle ? uintLE : uintBE;
  const texts = Object.entries(fields).map(([tag, text]) => [Number(tag), `${text}\0`] as const);
  const count = texts.length + 1;
  let at = 8 + 2 + 12 * count + 4;
  const entries = texts.map(([tag, text]) => {
    const entry = bytesOf(uint(tag, 2), uint(2, 2), uint(text.length, 4), uint(at, 4));
    at += text.length;
    return entry;
  });
  return bytesOf(
    isLittle ? 'II' : 'MM',
    uint(42, 2),
    uint(8, 4),
    uint(count, 2),
    bytesOf(uint(0x0112, 2), uint(3, 2), uint(1, 4), uint(orientation, 2), 0, 0),
    ...entries,
    uint(0, 4),
    ...texts.map(([, text]) => text),
  );
}

/** A segment of a JPEG file. */
export function jpegSegment(kind: number, data: Uint8Array): Uint8Array {
  return bytesOf(0xff, kind, uintBE(data.length + 2, 2), data);
}

/** A JPEG file by its structure, with further segments after its first one, and bytes after its end. */
export function aJpeg(
  width = 40,
  height = 30,
  more: readonly Uint8Array[] = [],
  trailer = '',
): Uint8Array<ArrayBuffer> {
  const frame = bytesOf(8, uintBE(height, 2), uintBE(width, 2), 1, 1, 0x11, 0);
  return bytesOf(
    0xff,
    0xd8,
    jpegSegment(0xe0, bytesOf('JFIF\0', 1, 2, 0, 0, 1, 0, 1, 0, 0)),
    ...more,
    jpegSegment(0xdb, new Uint8Array(65)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, new Uint8Array(20)),
    jpegSegment(0xda, bytesOf(1, 1, 0, 0, 63, 0)),
    bytesOf(0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56),
    bytesOf(0xff, 0xd9, trailer),
  );
}

function webpChunk(type: string, data: Uint8Array): Uint8Array {
  return bytesOf(type, uintLE(data.length, 4), data, ...(data.length % 2 === 0 ? [] : [0]));
}

/** A WebP file by its structure: extended if there are further chunks, which come after its data. */
export function aWebp(
  width = 50,
  height = 20,
  more: readonly (readonly [type: string, data: Uint8Array])[] = [],
  { frames = 0 } = {},
): Uint8Array<ArrayBuffer> {
  const bits = (width - 1) | ((height - 1) << 14);
  const still = webpChunk('VP8L', bytesOf(0x2f, uintLE(bits, 4), 1, 2));
  const header = webpChunk(
    'VP8X',
    bytesOf(0x0c, 0, 0, 0, uintLE(width - 1, 3), uintLE(height - 1, 3)),
  );
  const animated = Array.from({ length: frames }, () => webpChunk('ANMF', new Uint8Array(24)));
  const chunks = bytesOf(
    ...(more.length + frames > 0 ? [header] : []),
    ...(frames > 0 ? animated : [still]),
    ...more.map(([type, data]) => webpChunk(type, data)),
  );
  return bytesOf('RIFF', uintLE(chunks.length + 4, 4), 'WEBP', chunks);
}

/** A GIF file with so many frames and further blocks before them. */
export function aGif(
  width = 7,
  height = 5,
  { frames = 1, more = [] }: { frames?: number; more?: readonly Uint8Array[] } = {},
): Uint8Array<ArrayBuffer> {
  const frame = bytesOf(
    0x21, 0xf9, 4, 0, 10, 0, 0, 0, // delay
    0x2c, 0, 0, 0, 0, uintLE(width, 2), uintLE(height, 2), 0, // place and size
    2, 2, 0x4c, 1, 0, // data
  ); // prettier-ignore
  return bytesOf(
    'GIF89a',
    uintLE(width, 2),
    uintLE(height, 2),
    0x80,
    0,
    0,
    new Uint8Array(6),
    ...more,
    ...Array.from({ length: frames }, () => frame),
    0x3b,
  );
}

/** An extension of a GIF file: its label and its blocks of data. */
export function gifExtension(label: number, ...blocks: readonly string[]): Uint8Array {
  return bytesOf(0x21, label, ...blocks.flatMap((block) => [block.length, block]), 0);
}
