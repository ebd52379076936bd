import { GIFEncoder, quantize } from 'gifenc/dist/gifenc.esm.js';
import { PNG } from 'pngjs';

/** One picture of a film. */
export interface Frame {
  /** A PNG; all frames of a film have the same size. */
  readonly png: Buffer;
  readonly shownMs: number;
}

/** The palette has room for these many colours beside the entry for pixels that have not changed. */
const colors = 255;

/** So many entries are the most frequent colours, exactly as they are: backgrounds and text. */
const exactColors = 160;

/** The colours are chosen from this many frames. */
const sampledFrames = 8;

type Color = readonly [red: number, green: number, blue: number];

/**
 * Encodes frames as a GIF that repeats. A frame only holds the pixels that differ from the frame before
 * it, so that text that appears costs little. Throws if there are no frames.
 */
export function encodeGif(frames: readonly Frame[]): Uint8Array {
  const images = frames.map(({ png }) => PNG.sync.read(png));
  const [first] = images;
  if (first === undefined) {
    throw new Error('A film needs at least one frame.');
  }
  const { width, height } = first;
  const palette = paletteOf(images.map(({ data }) => data));
  const nearest = createNearest(palette);
  const unchanged = palette.length;
  const encoder = GIFEncoder();
  let before: Uint8Array | undefined;
  for (const [place, { data }] of images.entries()) {
    const index = Uint8Array.from(pixelsOf(data), nearest);
    const shown = index.map((color, pixel) => (before?.[pixel] === color ? unchanged : color));
    encoder.writeFrame(shown, width, height, {
      palette: before === undefined ? [...palette, [0, 0, 0]] : undefined,
      delay: frames[place]?.shownMs ?? 0,
      transparent: before !== undefined,
      transparentIndex: unchanged,
      dispose: 1,
    });
    before = index;
  }
  encoder.finish();
  return encoder.bytes();
}

/** The most frequent colours as they are, and as many as there is room for to stand for the others. */
function paletteOf(images: readonly Uint8Array[]): readonly Color[] {
  const step = Math.max(1, Math.floor(images.length / sampledFrames));
  const sampled = images.filter((_, place) => place % step === 0 || place === images.length - 1);
  const counts = new Map<number, number>();
  for (const image of sampled) {
    for (const pixel of pixelsOf(image)) {
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    }
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([pixel]) => pixel);
  const exact = byCount.slice(0, exactColors).map(colorOf);
  const rest = new Uint8Array(Uint32Array.from(byCount.slice(exactColors)).buffer);
  return [...exact, ...(rest.length === 0 ? [] : quantize(rest, colors - exact.length))];
}

/** Finds the entry of a palette that is nearest to a pixel. */
function createNearest(palette: readonly Color[]): (pixel: number) => number {
  const known = new Map<number, number>();
  return (pixel) => {
    const found = known.get(pixel);
    if (found !== undefined) {
      return found;
    }
    const distances = palette.map((color) => distance(color, colorOf(pixel)));
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(pixel, nearest);
    return nearest;
  };
}

function distance([r1, g1, b1]: Color, [r2, g2, b2]: Color): number {
  return (r1 - r2) ** 2 + (g1 - g2) ** 2 + (b1 - b2) ** 2;
}

/** Four bytes of an image as one number; the lowest byte is red. */
function pixelsOf(image: Uint8Array): Uint32Array {
  return new Uint32Array(image.buffer, image.byteOffset, image.length / 4);
}

function colorOf(pixel: number): Color {
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
}
