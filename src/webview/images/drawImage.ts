import type { ImageType } from '../../shared/images/image.ts';

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Decodes an image, upright. Throws if the browser cannot read it. The caller closes it. */
export async function bitmapOf(blob: Blob): Promise<ImageBitmap> {
  return createImageBitmap(blob, { imageOrientation: 'from-image' });
}

/** Decodes an image for as long as `use` takes. Throws if the browser cannot read it. */
export async function withBitmap<T>(
  blob: Blob,
  use: (bitmap: ImageBitmap) => Promise<T>,
): Promise<T> {
  const bitmap = await bitmapOf(blob);
  try {
    return await use(bitmap);
  } finally {
    bitmap.close();
  }
}

/** The size of an image whose longer edge is at most `edge` pixels. */
export function sizeWithin({ width, height }: PixelSize, edge: number): PixelSize {
  const scale = Math.min(1, edge / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** An image as PNG, in another size if one is given. */
export async function pngOf(bitmap: ImageBitmap, size: PixelSize = bitmap): Promise<Blob> {
  return encoded(drawn(bitmap, size), 'image/png');
}

/** Draws `bitmap`, which stays open, in another size. */
export function drawn(bitmap: CanvasImageSource, { width, height }: PixelSize): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) {
    throw new Error('The browser has no memory for an image of this size.');
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** An image that is scaled down is encoded with this quality where its type has one; text in it stays legible. */
const quality = 0.9;

/** What is drawn as a file of this type, or as PNG where the browser cannot write the type. */
export async function encoded(canvas: OffscreenCanvas, type: ImageType): Promise<Blob> {
  return canvas.convertToBlob({ type, quality });
}
