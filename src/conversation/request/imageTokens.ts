import type { Image } from '../../shared/images/image.ts';

type Size = Pick<Image, 'width' | 'height'>;

/** How the tokens of an image are counted by a family of models. */
interface Family {
  /** Matches the ID of a model, in lower case. */
  readonly ids: RegExp;
  readonly tokens: (size: Size) => number;
}

/**
 * The families whose way to count is published, the first match counts. All others are counted like GPT-4o. Sources:
 * the vendors' pages on images; some of the numbers change with each model, which is why every count is an estimate.
 */
const families: readonly Family[] = [
  { ids: /claude/, tokens: claudeTokens },
  { ids: /gemini|gemma/, tokens: geminiTokens },
  { ids: /qwen-?3/, tokens: (size) => patchTokens(size, { edge: 32, most: 16_384 }) },
  { ids: /qwen|qvq/, tokens: (size) => patchTokens(size, { edge: 28, most: 16_384 }) },
  { ids: /gpt-4o-mini/, tokens: (size) => tileTokens(size, { base: 2833, tile: 5667 }) },
  {
    ids: /gpt-(?:4\.1|5[^/]{0,12})-mini/,
    tokens: (size) => patchTokens(size, { edge: 32, most: 1536, factor: 1.62 }),
  },
  {
    ids: /gpt-(?:4\.1|5[^/]{0,12})-nano/,
    tokens: (size) => patchTokens(size, { edge: 32, most: 1536, factor: 2.46 }),
  },
  {
    ids: /o4-mini/,
    tokens: (size) => patchTokens(size, { edge: 32, most: 1536, factor: 1.72 }),
  },
  { ids: /gpt-5/, tokens: (size) => tileTokens(size, { base: 70, tile: 140 }) },
  { ids: /(?:^|\/)o[13]/, tokens: (size) => tileTokens(size, { base: 75, tile: 150 }) },
];

/** In characters. A longer ID is not that of a model whose way to count is known. */
const maxIdLength = 200;

/** The estimated number of tokens that a model counts for an image. Only ever shown as an estimate. */
export function imageTokens(image: Size, model = ''): number {
  const id = model.slice(0, maxIdLength).toLowerCase();
  const family = families.find(({ ids }) => ids.test(id));
  const tokens = family?.tokens ?? ((size) => tileTokens(size, { base: 85, tile: 170 }));
  return Math.ceil(tokens({ width: Math.max(1, image.width), height: Math.max(1, image.height) }));
}

/** Fits into a square of 2048 pixels, then to 768 at the shorter edge; each tile of 512 pixels counts. */
function tileTokens(
  size: Size,
  { base, tile }: { readonly base: number; readonly tile: number },
): number {
  const { width, height } = shrunk(shrunk(size, 2048), Infinity, 768);
  return base + tile * Math.ceil(width / 512) * Math.ceil(height / 512);
}

/** Each square of `edge` pixels counts. An image with more than `most` of them is scaled down. */
function patchTokens(
  { width, height }: Size,
  { edge, most, factor = 1 }: { readonly edge: number; readonly most: number; factor?: number },
): number {
  return Math.min(most, Math.ceil(width / edge) * Math.ceil(height / edge)) * factor;
}

/** Scaled to 1568 pixels at the longer edge. */
function claudeTokens(size: Size): number {
  const { width, height } = shrunk(size, 1568);
  return Math.min(1600, (width * height) / 750);
}

/** 258 for a small image, or for each tile of 768 pixels. */
function geminiTokens({ width, height }: Size): number {
  const isSmall = width <= 384 && height <= 384;
  return 258 * (isSmall ? 1 : Math.ceil(width / 768) * Math.ceil(height / 768));
}

/** Scaled down so that the longer and the shorter edge are at most so long. */
function shrunk({ width, height }: Size, longer: number, shorter = Infinity): Size {
  const scale = Math.min(1, longer / Math.max(width, height), shorter / Math.min(width, height));
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}
