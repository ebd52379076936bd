import * as l10n from '@vscode/l10n';
import { type Image, imageLabel } from '../../shared/images/image.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { element, icon } from '../dom/element.ts';
import { NearView } from '../dom/nearView.ts';
import { copyImage } from './copyImage.ts';
import { bitmapOf, pngOf, sizeWithin } from './drawImage.ts';
import type { ImageBytes } from './imageBytes.ts';

/** What pictures need of the panel. */
export interface PictureServices {
  readonly post: (intent: ViewToHost) => void;
  readonly bytes: ImageBytes;
}

/** A picture of the page. */
interface Picture {
  readonly figure: HTMLElement;
  readonly image: Image;
  readonly services: PictureServices;
}

/** Shows pictures that come near the view, and lets go of the bytes of those that leave it. */
class PicturesNearView {
  readonly #pictures = new WeakMap<Element, Picture>();
  /** The pictures near the view, each with what takes its bytes off the page. */
  readonly #shown = new Map<Element, AbortController>();
  readonly #nearView = new NearView(() => this.#update());

  show(picture: Picture): void {
    this.#pictures.set(picture.figure, picture);
    this.#nearView.watch(picture.figure);
  }

  #update(): void {
    const near = this.#nearView.parts;
    for (const [figure, leaving] of this.#shown) {
      if (!near.has(figure)) {
        this.#shown.delete(figure);
        leaving.abort();
      }
    }
    for (const figure of near) {
      const picture = this.#pictures.get(figure);
      if (picture !== undefined && !this.#shown.has(figure)) {
        const leaving = new AbortController();
        this.#shown.set(figure, leaving);
        void fill(picture, leaving.signal);
      }
    }
  }
}

let all: PicturesNearView | undefined;

/** Shows a picture in `figure`, which is on the page, whenever it is near the view. */
export function showNearView(figure: HTMLElement, image: Image, services: PictureServices): void {
  all ??= new PicturesNearView();
  all.show({ figure, image, services });
}

/** Larger images, in pixels, are drawn in the size in which they are seen: the browser would keep all of each. */
const maxPixels = 4_000_000;

/** Reads an image and puts it into its figure until `leaving`. */
async function fill(picture: Picture, leaving: AbortSignal): Promise<void> {
  const { figure, image, services } = picture;
  const bytes = await services.bytes.read(image.id);
  if (leaving.aborted) {
    return;
  }
  const original = bytes && new Blob([new Uint8Array(bytes)], { type: image.type });
  const shown = original && (await shownBlob(original, picture).catch(() => undefined));
  if (leaving.aborted) {
    return;
  }
  if (original === undefined || shown === undefined) {
    showMissing(picture, original !== undefined);
    return;
  }
  const url = URL.createObjectURL(shown);
  leaving.addEventListener('abort', () => {
    URL.revokeObjectURL(url);
    // The focus must not get lost when its picture leaves the page.
    if (!figure.contains(document.activeElement)) {
      figure.replaceChildren();
      figure.setAttribute('role', 'img');
    }
  });
  showPicture(picture, url, original);
}

/** What is shown of an image: a smaller copy where the image would take much memory or must not move. */
async function shownBlob(original: Blob, { figure, image }: Picture): Promise<Blob> {
  const isStill = image.type !== 'image/gif' || !reducesMotion();
  if (isStill && image.width * image.height <= maxPixels) {
    return original;
  }
  const bitmap = await bitmapOf(original);
  try {
    const edge = Math.max(figure.clientWidth, figure.clientHeight) * devicePixelRatio;
    return await pngOf(bitmap, sizeWithin(bitmap, Math.max(1, Math.ceil(edge))));
  } finally {
    bitmap.close();
  }
}

/** Whether things are not to move: by the setting of the operating system or that of VS Code. */
function reducesMotion(): boolean {
  return (
    matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.body.classList.contains('vscode-reduce-motion')
  );
}

function showPicture({ figure, image, services }: Picture, url: string, original: Blob): void {
  const { post } = services;
  const picture = element('img', { src: url, alt: imageLabel(image), draggable: 'false' });
  picture.decoding = 'async';
  const open = element(
    'button',
    { class: 'picture-open', type: 'button', title: l10n.t('Open Image') },
    [picture],
  );
  open.addEventListener('click', () => post({ kind: 'openImage', image }));
  picture.addEventListener('error', () => showMissing({ figure, image, services }, true));
  const copy = pictureButton('copy', l10n.t('Copy Image'));
  copy.addEventListener('click', () => void copyImage(original, copy));
  const save = pictureButton('save', l10n.t('Save Image'));
  save.addEventListener('click', () => post({ kind: 'saveImage', image }));
  figure.removeAttribute('role');
  figure.classList.remove('missing');
  figure.replaceChildren(open, element('div', { class: 'picture-actions' }, [copy, save]));
}

function pictureButton(iconName: string, label: string): HTMLButtonElement {
  const attributes = { class: 'icon-button', type: 'button', 'aria-label': label, title: label };
  return element('button', attributes, [icon(iconName)]);
}

/** Says in place of a picture that it cannot be shown. */
function showMissing({ figure, image }: Picture, isThere: boolean): void {
  const name = visibleText(image.name);
  const words = isThere
    ? l10n.t('Image not available: {0}', name)
    : l10n.t('“{0}” is no longer available.', name);
  figure.classList.add('missing');
  figure.setAttribute('role', 'img');
  figure.setAttribute('aria-label', words);
  figure.replaceChildren(icon('file-media'), element('bdi', { title: words }, [name]));
}
