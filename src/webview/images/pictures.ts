import * as l10n from '@vscode/l10n';
import { type Image, imageLabel } from '../../shared/images/image.ts';
import { element } from '../dom/element.ts';
import type { PictureServices } from './picturesNearView.ts';

/** Gives the pictures of a message or reply as an array of one element; empty if there are none. */
export type Pictures = (images: readonly Image[] | undefined) => readonly HTMLElement[];

/** The greatest height of a picture, in CSS pixels: alone, and among others. */
const maxHeights = { alone: 320, among: 160 };

/**
 * Gives a function that shows images. Each has its place from the start, so that nothing moves when its bytes come,
 * and has bytes only while it is near the view.
 */
export function createPictures(services: PictureServices): Pictures {
  return (images = []) => {
    if (images.length === 0) {
      return [];
    }
    const maxHeight = images.length > 1 ? maxHeights.among : maxHeights.alone;
    const figures = images.map((image) => ({ image, figure: emptyPicture(image, maxHeight) }));
    // What shows them is loaded with the first picture.
    void import('./picturesNearView.ts').then(({ showNearView }) =>
      figures.forEach(({ image, figure }) => showNearView(figure, image, services)),
    );
    return [
      element(
        'div',
        { class: 'pictures', role: 'group', 'aria-label': l10n.t('Images') },
        figures.map(({ figure }) => figure),
      ),
    ];
  };
}

/** The place of a picture, as large as it will be. */
function emptyPicture(image: Image, maxHeight: number): HTMLElement {
  const [width, height] = [Math.max(1, image.width), Math.max(1, image.height)];
  const figure = element('figure', {
    class: 'picture',
    role: 'img',
    'aria-label': imageLabel(image),
  });
  figure.style.inlineSize = `${Math.min(width, (maxHeight * width) / height)}px`;
  figure.style.maxBlockSize = `${maxHeight}px`;
  figure.style.aspectRatio = `${width} / ${height}`;
  return figure;
}
