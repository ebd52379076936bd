import { PNG } from 'pngjs';

/** Space between the two pictures, in pixels of the result. */
const gap = 24;

/** Puts two PNGs beside each other, with a transparent gap. */
export function sideBySide(left: Buffer, right: Buffer): Buffer {
  const [first, second] = [PNG.sync.read(left), PNG.sync.read(right)];
  const both = new PNG({
    width: first.width + gap + second.width,
    height: Math.max(first.height, second.height),
  });
  both.data.fill(0);
  PNG.bitblt(first, both, 0, 0, first.width, first.height, 0, 0);
  PNG.bitblt(second, both, 0, 0, second.width, second.height, first.width + gap, 0);
  return PNG.sync.write(both, { deflateLevel: 9 });
}
