import * as l10n from '@vscode/l10n';
import { render } from 'lit';
import { type Image, maxMessageImages } from '../../shared/images/image.ts';
import type { KeptImage } from '../../shared/images/keptImage.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { element } from '../dom/element.ts';
import type { PanelState } from '../dom/keptState.ts';
import { createDraftNotes, type DraftImage, imageChips } from './imageChip.ts';
import type { PictureServices } from './pictures.ts';
import { withBitmap } from './drawImage.ts';
import { prepareImage, thumbnailOf } from './prepareImage.ts';
import { openSizeMenu } from './sizeMenu.ts';

/** What the images of a message that is being written need of the panel. */
export interface ImageDraftServices extends PictureServices {
  readonly state: PanelState;
  /** Whether nothing of the chat may be stored. */
  readonly isTemporary: () => boolean;
  /** Called after the images that would be sent have changed. */
  readonly onChange: (images: readonly Image[]) => void;
  /** Says that work on an image is under way, before which the message must not be sent. */
  readonly track: (work: Promise<void>) => void;
  /** Gives the focus to the input box. */
  readonly focusBox: () => void;
}

/** The images of the message that is being written, as chips. Loaded with the first image. */
export class ImageDrafts {
  readonly #node: HTMLElement;
  readonly #services: ImageDraftServices;
  readonly #notes;
  readonly #chips = element('div', { class: 'image-chips' });
  readonly #status = element('div', { class: 'visually-hidden', role: 'status' });
  /** Who waits for the host's answer to each `keepImage`. */
  readonly #keeping = new Map<string, (kept: KeptImage) => void>();
  #drafts: readonly DraftImage[] = [];
  #target: PanelTarget | undefined;
  #lastKey = 0;
  /** Images are read one after the other: a large one takes much memory while it is decoded. */
  #reading: Promise<unknown> = Promise.resolve();

  /** Shows the chips in `node`. */
  constructor(node: HTMLElement, services: ImageDraftServices) {
    this.#node = node;
    this.#services = services;
    this.#notes = createDraftNotes(services.state);
    node.append(this.#chips, this.#status);
  }

  /** Shows images that the host has already, in place of all others but those that are still being read. */
  set(images: readonly Image[]): void {
    const known = new Map(this.#drafts.map((draft) => [draft.image?.id, draft]));
    const kept = images.map((image) => {
      const draft = known.get(image.id);
      return (
        draft ?? { key: this.#newKey(), name: image.name, image, notes: this.#notes.read(image.id) }
      );
    });
    const reading = this.#drafts.filter(
      ({ image, problem }) => image === undefined && problem === undefined,
    );
    this.#show([...kept, ...reading]);
    kept
      .filter(({ thumbnail }) => thumbnail === undefined)
      .forEach((draft) => this.#readThumbnail(draft));
  }

  /** Says what the model takes. */
  showTarget(target: PanelTarget | undefined): void {
    this.#target = target;
    this.#render();
  }

  /** Adds files. Resolves when each is kept, or has a chip that says why not. */
  async add(files: readonly File[]): Promise<void> {
    const added = files.slice(0, Math.max(0, maxMessageImages - this.#drafts.length));
    const drafts = added.map((file): DraftImage => ({ key: this.#newKey(), name: file.name }));
    this.#show([
      ...this.#drafts,
      ...drafts,
      ...(added.length === files.length ? [] : [this.#tooMany()]),
    ]);
    await Promise.all(
      added.map(async (file, index) => {
        const key = drafts[index]?.key ?? '';
        await this.#oneByOne(async () =>
          this.#addOne(key, file).catch(() => {
            const problem = l10n.t('{0} cannot be read.', visibleText(file.name));
            this.#change(key, { problem });
          }),
        );
      }),
    );
    this.#announce();
  }

  /** Says that images were not read to their end. */
  sayCut(names: readonly string[]): void {
    const cut = names.map((name) => ({
      key: this.#newKey(),
      name,
      problem: l10n.t(
        '“{0}” was not added, because the panel was hidden meanwhile. Add it again.',
        visibleText(name),
      ),
    }));
    this.#show([...this.#drafts, ...cut]);
    this.#announce();
  }

  /** Takes in the host's answer to `keepImage`. */
  kept(draft: string, kept: KeptImage): void {
    this.#keeping.get(draft)?.(kept);
    this.#keeping.delete(draft);
  }

  async #addOne(key: string, file: File): Promise<void> {
    if (!this.#has(key)) {
      return;
    }
    const prepared = await prepareImage(file);
    if ('problem' in prepared) {
      this.#change(key, { problem: prepared.problem });
      return;
    }
    const { name, bytes, thumbnail, convertedFrom, scaledFrom } = prepared;
    const kept = await this.#keep(key, name, bytes);
    if ('problem' in kept) {
      this.#change(key, { problem: kept.problem });
      return;
    }
    const { image, isAnimated } = kept;
    const removed = [...prepared.removed, ...kept.removed];
    if (this.#drafts.some((draft) => draft.image?.id === image.id)) {
      // The same image once more adds nothing but its price.
      this.#remove(key);
      return;
    }
    this.#keepNotes(key, image, { removed, isAnimated, convertedFrom, scaledFrom }, thumbnail);
  }

  async #keep(draft: string, name: string, bytes: Uint8Array): Promise<KeptImage> {
    return new Promise((resolve) => {
      this.#keeping.set(draft, resolve);
      this.#services.post({ kind: 'keepImage', draft, name, bytes });
    });
  }

  #keepNotes(
    key: string,
    image: Image,
    notes: NonNullable<DraftImage['notes']>,
    thumbnail?: Blob,
  ): void {
    const isStored = !this.#services.isTemporary();
    this.#notes.write(image.id, notes, isStored);
    const shown = thumbnail && { thumbnail: URL.createObjectURL(thumbnail) };
    this.#change(key, { image, name: image.name, notes, ...shown });
  }

  /** Replaces an image by a copy with another size, or by its original. */
  async #scale(key: string, bytes: Uint8Array | undefined, original: Image): Promise<void> {
    const draft = this.#drafts.find((one) => one.key === key);
    if (draft?.image === undefined) {
      return;
    }
    const before = draft.notes ?? { removed: [], isAnimated: false };
    if (bytes === undefined) {
      this.#keepNotes(key, original, { ...before, original: undefined });
      return;
    }
    const kept = await this.#keep(key, original.name, bytes);
    if ('problem' in kept) {
      this.#change(key, { problem: kept.problem });
    } else {
      this.#keepNotes(key, kept.image, { ...before, isAnimated: false, original });
    }
  }

  #readThumbnail({ key, image }: DraftImage): void {
    if (image === undefined) {
      return;
    }
    // Without a thumbnail, if the browser cannot read it.
    void this.#oneByOne(async () => {
      const bytes = await this.#services.bytes.read(image.id);
      if (bytes === undefined) {
        this.#change(key, {
          image: undefined,
          problem: l10n.t('“{0}” is no longer available.', visibleText(image.name)),
        });
        return;
      }
      const blob = new Blob([new Uint8Array(bytes)], { type: image.type });
      const small = await withBitmap(blob, thumbnailOf);
      this.#change(key, { thumbnail: URL.createObjectURL(small) });
    });
  }

  async #oneByOne(work: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(work).catch(() => undefined);
    this.#reading = done;
    return done;
  }

  #has(key: string): boolean {
    return this.#drafts.some((draft) => draft.key === key);
  }

  #newKey(): string {
    this.#lastKey += 1;
    return `image ${this.#lastKey}`;
  }

  #tooMany(): DraftImage {
    const problem = l10n.t(
      'A message can have at most {0} images. The others were not added.',
      formatNumber(maxMessageImages),
    );
    return { key: this.#newKey(), name: '', problem };
  }

  #change(key: string, change: Partial<DraftImage>): void {
    if (!this.#has(key)) {
      // Its chip was removed meanwhile.
      if (change.thumbnail !== undefined) {
        URL.revokeObjectURL(change.thumbnail);
      }
      return;
    }
    this.#show(this.#drafts.map((draft) => (draft.key === key ? { ...draft, ...change } : draft)));
  }

  #remove(key: string): void {
    this.#show(this.#drafts.filter((draft) => draft.key !== key));
  }

  #show(drafts: readonly DraftImage[]): void {
    const urls = new Set(drafts.map(({ thumbnail }) => thumbnail));
    for (const { thumbnail } of this.#drafts) {
      if (thumbnail !== undefined && !urls.has(thumbnail)) {
        URL.revokeObjectURL(thumbnail);
      }
    }
    const before = imagesOf(this.#drafts);
    this.#drafts = drafts;
    this.#render();
    const images = imagesOf(drafts);
    if (images.length !== before.length || images.some((image, index) => image !== before[index])) {
      this.#services.onChange(images);
    }
  }

  #render(): void {
    const { post, bytes, focusBox, track } = this.#services;
    this.#node.hidden = this.#drafts.length === 0;
    const actions = {
      open: (image: Image) => post({ kind: 'openImage', image }),
      remove: (key: string) => {
        this.#remove(key);
        focusBox();
      },
      resize: (draft: DraftImage, button: HTMLElement) => {
        const { image, notes, key } = draft;
        if (image !== undefined) {
          const original = notes?.original ?? image;
          const model = this.#target?.model;
          openSizeMenu(button, { image, original, bytes, model }, (scaled) =>
            track(this.#scale(key, scaled, original)),
          );
        }
      },
    };
    render(imageChips(this.#drafts, this.#target, actions), this.#chips);
  }

  #announce(): void {
    const count = imagesOf(this.#drafts).length;
    const problems = this.#drafts.flatMap(({ problem = [] }) => problem);
    const words = l10n.t('Images attached: {0}', formatNumber(count));
    this.#status.textContent = [words, ...problems].join('. ');
  }
}

function imagesOf(drafts: readonly DraftImage[]): readonly Image[] {
  return drafts.flatMap(({ image = [] }) => image);
}
