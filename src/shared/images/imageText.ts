import * as l10n from '@vscode/l10n';
import { formatNumber } from '../language.ts';
import { visibleText } from '../visibleText.ts';
import type { Image } from './image.ts';

/** The size of an image in pixels, such as `1,200 × 800`. */
export function pixelSize({ width, height }: Pick<Image, 'width' | 'height'>): string {
  return `${formatNumber(width)} × ${formatNumber(height)}`;
}

/** A number of bytes in the largest unit that it fills, such as `1.2 MB`. */
export function byteSize(bytes: number): string {
  const [unit, divisor] =
    bytes < 1000
      ? (['byte', 1] as const)
      : bytes < 1_000_000
        ? (['kilobyte', 1000] as const)
        : (['megabyte', 1_000_000] as const);
  const value = bytes / divisor;
  return formatNumber(value, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' && value < 100 ? 1 : 0,
  });
}

/** The name of an image and its size in pixels, for screen readers. */
export function imageLabel(image: Image): string {
  return l10n.t('{0}, {1} pixels', visibleText(image.name), pixelSize(image));
}
