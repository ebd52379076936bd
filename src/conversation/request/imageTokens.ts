import type { Image } from '../../shared/images/image.ts';

/** Services scale an image down until neither edge is longer than this, in pixels. */
const longestEdge = 1568;

/** Pixels that take about one token. */
const pixelsPerToken = 750;

/**
 * The estimated number of tokens of an image: one for each 750 pixels, once it is scaled down to 1568 pixels. This is
 * the rule of Claude; that of other models gives between 85 tokens and about twice as many, so the number is only ever
 * shown as an estimate.
 */
export function imageTokens({ width, height }: Pick<Image, 'width' | 'height'>): number {
  const scale = Math.min(1, longestEdge / Math.max(width, height, 1));
  return Math.max(1, Math.ceil((width * scale * height * scale) / pixelsPerToken));
}
