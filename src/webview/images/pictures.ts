import * as l10n from '@vscode/l10n';
import { type Image, imageLabel } from '../../shared/images/image.ts';
import { element, icon } from '../dom/element.ts';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { NearView } from '../dom/nearView.ts';
import { pngOf, sizeWithin, withBitmap } from './drawImage.ts';
import type { ImageBytes } from './imageBytes.ts';
import { confirmCopy, iconButtonNode } from '../dom/buttons.ts';

/** Gives the pictures of a message or reply as an array of one element; empty if there are none. */
export type Pictures = (images: readonly Image[] | undefined) => readonly HTMLElement[];

/** The greatest height of a picture, in CSS pixels: alone, and among others. */
const maxHeights = { alone: 320, among: 160 };

/**
 * Gives a function that shows images. Each has its place from the start, so that nothing moves when its bytes come,
 * and has bytes only while it is near the view.
 */
export function createPictures(services: PictureServices): Pictures {
  const nearView = new PicturesNearView(services);
  return (images = []) => {
    const maxHeight = images.length > 1 ? maxHeights.among : maxHeights.alone;
    const figures = images.map((image) => {
      const figure = emptyPicture(image, maxHeight);
      nearView.watch(figure, image);
      return figure;
    });
    const attributes = { class: 'pictures', role: 'group', 'aria-label': l10n.t('Images') };
    return figures.length === 0 ? [] : [element('div', attributes, figures)];
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
  readonly #services: PictureServices;
  readonly #images = new WeakMap<Element, Image>();
  /** The pictures near the view, each with what takes its bytes off the page. */
  readonly #shown = new Map<Element, AbortController>();
  readonly #nearView = new NearView(() => this.#update());

  constructor(services: PictureServices) {
    this.#services = services;
  }

  /** Shows an image in its place, which is on the page by the end of the current task. */
  watch(figure: HTMLElement, image: Image): void {
    this.#images.set(figure, image);
    this.#nearView.watch(figure);
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
      const image = this.#images.get(figure);
      if (image !== undefined && figure instanceof HTMLElement && !this.#shown.has(figure)) {
        const leaving = new AbortController();
        this.#shown.set(figure, leaving);
        void fill({ figure, image, services: this.#services }, leaving.signal);
      }
    }
  }
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
  const edge = Math.max(figure.clientWidth, figure.clientHeight) * devicePixelRatio;
  return withBitmap(original, async (bitmap) =>
    pngOf(bitmap, sizeWithin(bitmap, Math.max(1, Math.ceil(edge)))),
  );
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
  const copy = iconButtonNode('copy', l10n.t('Copy Image'));
  copy.addEventListener('click', () => void copyImage(original, copy));
  const save = iconButtonNode('save', l10n.t('Save Image'));
  save.addEventListener('click', () => post({ kind: 'saveImage', image }));
  figure.removeAttribute('role');
  figure.classList.remove('missing');
  figure.replaceChildren(open, element('div', { class: 'picture-actions' }, [copy, save]));
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

/** Copies an image to the clipboard and shows on `button` that it was, or that it could not be. */
async function copyImage(original: Blob, button: HTMLElement): Promise<void> {
  try {
    // Browsers write no other type to the clipboard. The promise keeps the click's permission to do so.
    const png = original.type === 'image/png' ? original : withBitmap(original, pngOf);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    confirmCopy(button);
  } catch {
    const words = l10n.t('The image could not be copied.');
    button.title = words;
    button.ariaLabel = words;
    button.querySelector('.codicon')?.classList.replace('codicon-copy', 'codicon-error');
  }
}
