import { isArrayOf, isString } from '../../shared/guards.ts';
import { type Image, maxMessageImages } from '../../shared/images/image.ts';
import type { HostToView } from '../../shared/panel/panelProtocol.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import type { ImageDrafts, ImageDraftServices } from '../images/imageDrafts.ts';
import { element } from '../dom/element.ts';

/** The images that are sent along with the message. What reads and shows them is loaded with the first one. */
export class ImageAttachments {
  readonly node = element('div', { class: 'image-attachments', hidden: '' });
  readonly #services: Omit<ImageDraftServices, 'onChange' | 'track'>;
  readonly #onChange: () => void;
  #items: readonly Image[] = [];
  #view: Promise<ImageDrafts> | undefined;
  #target: PanelTarget | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #workCount = 0;
  /** The names of the files that are being read, for each time that some were added. */
  readonly #reading = new Set<readonly string[]>();

  /** Attaches images that are pasted into `box`. `onChange` is called after the images have changed. */
  constructor(
    box: HTMLElement,
    services: Omit<ImageDraftServices, 'onChange' | 'track'>,
    onChange: () => void,
  ) {
    this.#services = services;
    this.#onChange = onChange;
    // Text on the clipboard is pasted as well.
    box.addEventListener('paste', ({ clipboardData }) => this.add(clipboardData?.files ?? []));
  }

  /** The images that can be sent. */
  get items(): readonly Image[] {
    return this.#items;
  }

  /** Resolves when no image is being read or scaled; undefined if none is. */
  get underWay(): Promise<unknown> | undefined {
    return this.#workCount === 0 ? undefined : this.#work;
  }

  /** Replaces all images by others that the host has. */
  set(images: readonly Image[]): void {
    this.#items = images;
    if (images.length > 0 || this.#view !== undefined) {
      void this.#withView((view) => view.set(this.#items));
    }
  }

  /** Adds the image files among `files`. Gives whether there are any. */
  add(files: Iterable<File>): boolean {
    const images = [...files].filter(isImageFile);
    if (images.length > 0) {
      this.#track(this.#read(images));
    }
    return images.length > 0;
  }

  /** Names the images in chips that were being read when VS Code ended the page, because the panel was hidden. */
  sayWhatWasCut(): void {
    const { state } = this.#services;
    const { [readingKey]: names } = state.read();
    if (isArrayOf(isString)(names) && names.length > 0) {
      state.write({ [readingKey]: undefined });
      void this.#withView((view) => view.sayCut(names.slice(0, maxMessageImages)));
    }
  }

  /** Removes images. */
  remove(images: readonly Image[]): void {
    const ids = new Set(images.map(({ id }) => id));
    this.set(this.#items.filter(({ id }) => !ids.has(id)));
  }

  /** Takes in the host's answer to `keepImage`. */
  kept({ draft, kept }: Extract<HostToView, { readonly kind: 'imageKept' }>): void {
    void this.#withView((view) => view.kept(draft, kept));
  }

  /** Says what the model takes. */
  showTarget(target: PanelTarget | undefined): void {
    this.#target = target;
    if (this.#view !== undefined) {
      void this.#withView((view) => view.showTarget(target));
    }
  }

  async #read(files: readonly File[]): Promise<void> {
    const names = files.slice(0, maxMessageImages).map(({ name }) => name.slice(0, maxNameLength));
    this.#reading.add(names);
    this.#keepReading();
    try {
      await this.#withView(async (view) => view.add(files));
    } finally {
      this.#reading.delete(names);
      this.#keepReading();
    }
  }

  #keepReading(): void {
    const { state, isTemporary } = this.#services;
    if (!isTemporary()) {
      state.write({ [readingKey]: [...this.#reading].flat() });
    }
  }

  async #withView(use: (view: ImageDrafts) => void | Promise<void>): Promise<void> {
    this.#view ??= this.#load();
    await use(await this.#view);
  }

  async #load(): Promise<ImageDrafts> {
    const { ImageDrafts: View } = await import('../images/imageDrafts.ts');
    const view = new View(this.node, {
      ...this.#services,
      track: (work) => this.#track(work),
      onChange: (images) => {
        this.#items = images;
        this.#onChange();
      },
    });
    view.showTarget(this.#target);
    return view;
  }

  #track(work: Promise<void>): void {
    this.#workCount += 1;
    const done = work.catch(() => undefined).finally(() => (this.#workCount -= 1));
    this.#work = Promise.all([this.#work, done]);
  }
}

/** The field of the panel's state with the names of images that are being read. */
const readingKey = 'imagesBeingRead';

/** In characters. */
const maxNameLength = 200;

/** Whether a file may be an image. The system states no type for rare formats. */
function isImageFile({ type, name }: File): boolean {
  return (
    type.startsWith('image/') ||
    /\.(?:avif|bmp|gif|hei[cf]|jpe?g|png|svgz?|tiff?|webp)$/i.test(name)
  );
}
