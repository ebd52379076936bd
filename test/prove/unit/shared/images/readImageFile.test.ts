import assert from 'node:assert/strict';
import { maxImageBytes } from '../../../../../src/shared/images/image.ts';
import { readImageFile } from '../../../../../src/shared/images/file/readImageFile.ts';
import {
  aGif,
  aJpeg,
  aPng,
  aWebp,
  bytesOf,
  exifBlock,
  gifExtension,
  jpegSegment,
  pngChunk,
} from '../../../../support/images/imageFiles.ts';
import { random } from '../../../../support/random.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

function problemOf(bytes: Uint8Array): string | undefined {
  const file = readImageFile(bytes);
  return 'problem' in file ? file.problem : undefined;
}

const exif = exifBlock({ 0x010f: 'camera', 0x8825: 'place' }, { orientation: 6 });
const xmp = bytesOf('<x:xmpmeta exif:GPSLatitude="1"/>');

describe('readImageFile', () => {
  it('neither throws nor hangs on damaged files, and finds nothing to take out of its own results', () => {
    const next = random(seed);
    const within = (count: number) => Math.floor(next() * count);
    const whole = [
      aPng(3, 2, [pngChunk('eXIf', exif), pngChunk('tEXt', bytesOf('a\0b'))]),
      aJpeg(40, 30, [jpegSegment(0xe1, bytesOf('Exif\0\0', exif))]),
      aWebp(50, 20, [
        ['EXIF', exif],
        ['XMP ', xmp],
      ]),
      aGif(7, 5, { frames: 3, more: [gifExtension(0xfe, 'comment')] }),
    ];
    const rounds = quantity({ slice: 400, whole: 20_000 });
    for (let round = 0; round < rounds; round += 1) {
      const original = whole[round % whole.length] ?? aPng();
      const bytes = original.slice(0, 1 + within(original.length + 40));
      for (let flips = within(4); flips >= 0; flips -= 1) {
        const at = within(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << within(8));
      }
      const file = readImageFile(bytes);
      if (!('problem' in file)) {
        const again = readImageFile(file.bytes);
        assert.ok(!('problem' in again), `seed ${seed}, round ${round}`);
        assert.deepEqual(again.bytes, file.bytes, `seed ${seed}, round ${round}`);
        assert.deepEqual(again.removed, [], `seed ${seed}, round ${round}`);
      }
    }
  });

  it('reads a file up to the largest size that repeats its smallest part', () => {
    const size = quantity({ slice: maxImageBytes / 16, whole: maxImageBytes });
    const filled = (start: Uint8Array, part: Uint8Array): Uint8Array => {
      const bytes = new Uint8Array(size);
      bytes.set(start);
      bytes.set(part, start.length);
      for (let length = part.length; start.length + length < bytes.length; length *= 2) {
        bytes.copyWithin(start.length + length, start.length, start.length + length);
      }
      return bytes;
    };
    const files = [
      filled(aPng().subarray(0, 33), pngChunk('tEXt', new Uint8Array())),
      filled(bytesOf(0xff, 0xd8), jpegSegment(0xfe, new Uint8Array())),
      filled(bytesOf(0xff, 0xd8), bytesOf(0xff)),
      filled(aJpeg().subarray(0, -2), bytesOf(0xff)),
      filled(aGif().subarray(0, 19), gifExtension(0xfe)),
      filled(aGif().subarray(0, 19), bytesOf(0x21)),
    ];
    for (const bytes of files) {
      assert.equal(problemOf(bytes), 'broken');
    }
  });
});
