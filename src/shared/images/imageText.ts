import * as l10n from '@vscode/l10n';
import { formatNumber } from '../language.ts';
import { visibleText } from '../visibleText.ts';
import type { Image } from './image.ts';

/** The size of an image in pixels, such as `1,200 × 800`. */
export function pixelSize({ width, height }: Pick<Image, 'width' | 'height'>): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`;
}

/** A number of bytes in kilobytes or megabytes, such as `1.2 MB`. */
export function byteSize(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const value = bytes / (isLarge ? 1_000_000 : 1000);
  return formatNumber(value, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

/** The name of an image and its size in pixels, for screen readers. */
export function imageLabel(image: Image): string {
  return l10n.t('{0}, {1} pixels', visibleText(image.name), pixelSize(image));
}
