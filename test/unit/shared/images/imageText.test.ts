import assert from 'node:assert/strict';
import { byteSize, imageLabel, pixelSize } from '../../../../src/shared/images/image.ts';

describe('what is said of an image', () => {
  it('is its size in pixels', () => {
    assert.equal(pixelSize({ width: 1200, height: 8 }), '1,200 × 8');
  });

  it('is its size in bytes, in a unit that keeps it short', () => {
    assert.deepEqual(
      [0, 999, 1000, 340_400, 999_400, 1_234_567, 12_000_000, 123_456_789].map(byteSize),
      ['0 kB', '1 kB', '1 kB', '340 kB', '999 kB', '1.2 MB', '12 MB', '123 MB'],
    );
  });

  it('is a label that hides nothing', () => {
    const image = { id: '', type: 'image/png', width: 2, height: 3, size: 1 } as const;
    assert.equal(
      imageLabel({ ...image, name: '\u202egpj.exe' }),
      String.raw`\u{202e}gpj.exe, 2 × 3 pixels`,
    );
  });
});
