import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { imageTokens } from '../../conversation/request/imageTokens.ts';
import { byteSize, type Image, pixelSize, isImage } from '../../shared/images/image.ts';
import { smallestEdge } from './sizeMenu.ts';
import { removedText, isMetadata } from '../../shared/images/keptImage.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import type { PanelTarget } from '../../shared/panel/panelState.ts';
import { imagesField } from '../../shared/service/requestAdjustment.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { iconButton } from '../dom/buttons.ts';
import { icon } from '../dom/element.ts';
import { separated } from '../dom/separated.ts';
import {
  type Guarded,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
} from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/keptState.ts';

/** An image of the message that is being written. */
export interface DraftImage {
  /** Names it on the page. */
  readonly key: string;
  readonly name: string;
  /** Missing while it is read, and if it cannot be attached. */
  readonly image?: Image | undefined;
  readonly notes?: DraftNotes | undefined;
  /** The address of a small copy. */
  readonly thumbnail?: string | undefined;
  /** Why it cannot be attached. */
  readonly problem?: string | undefined;
}

/** What the buttons of chips do. */
interface ChipActions {
  readonly open: (image: Image) => void;
  readonly remove: (key: string) => void;
  readonly resize: (draft: DraftImage, button: HTMLElement) => void;
}

/** The chips of all images, with what there is to say about all of them. */
export function imageChips(
  drafts: readonly DraftImage[],
  target: PanelTarget | undefined,
  actions: ChipActions,
): TemplateResult {
  const images = drafts.flatMap(({ image = [] }) => image);
  const hint = images.length === 0 ? undefined : targetHint(target);
  return html`<div class="image-list" role="list" aria-label=${l10n.t('Images')}>
      ${repeat(
        drafts,
        ({ key }) => key,
        (draft) => chip(draft, target, actions),
      )}
    </div>
    ${images.length > 1 ? html`<p class="image-total quiet">${totalText(images, target)}</p>` : nothing}
    ${hint === undefined ? nothing : html`<p class="image-hint quiet">${icon('info')}<span>${hint}</span></p>`}`;
}

function chip(
  draft: DraftImage,
  target: PanelTarget | undefined,
  actions: ChipActions,
): TemplateResult {
  const { key, image, problem } = draft;
  const name = visibleText(draft.name);
  const removeButton = iconButton({
    icon: 'close',
    label: name === '' ? l10n.t('Remove') : l10n.t('Remove {0}', name),
    title: l10n.t('Remove'),
    onClick: () => actions.remove(key),
  });
  if (problem !== undefined) {
    return html`<div class="image-chip problem" role="listitem">
      <span class="image-problem" role="alert"
        >${icon('warning')}<span dir="auto">${problem}</span></span
      >
      ${removeButton}
    </div>`;
  }
  if (image === undefined) {
    return html`<div class="image-chip" role="listitem" aria-busy="true">
      <span class="image-thumb"></span>
      <span class="image-facts"
        ><bdi class="image-name">${name}</bdi><span class="quiet">${l10n.t('Reading…')}</span></span
      >
      ${removeButton}
    </div>`;
  }
  const said = noteTexts(image, draft.notes);
  return html`<div class="image-chip" role="listitem" title=${[name, ...said].join('\n')}>
    <button
      class="image-thumb"
      type="button"
      title=${l10n.t('Open Image')}
      aria-label=${l10n.t('Open {0}', name)}
      @click=${() => actions.open(image)}
    >
      ${draft.thumbnail === undefined ? nothing : html`<img alt="" src=${draft.thumbnail} draggable="false" />`}
    </button>
    <span class="image-facts">
      <bdi class="image-name">${name}</bdi>
      <span class="quiet"
        >${separated(facts(image, target), said.length === 0 ? nothing : icon('info'))}</span
      >
      <span class="visually-hidden">${said.join(' ')}</span>
    </span>
    ${sizeButton(draft, name, actions)} ${removeButton}
  </div>`;
}

/** The button that opens the menu of sizes; nothing where the image is smaller than all of them. */
function sizeButton(
  draft: DraftImage,
  name: string,
  { resize }: ChipActions,
): TemplateResult | typeof nothing {
  const original = draft.notes?.original ?? draft.image;
  if (original === undefined || Math.max(original.width, original.height) <= smallestEdge) {
    return nothing;
  }
  return html`<button
    class="icon-button image-size"
    type="button"
    aria-haspopup="menu"
    title=${l10n.t('Change Size…')}
    aria-label=${l10n.t('Change Size of {0}', name)}
    @click=${({ currentTarget }: Event) =>
      currentTarget instanceof HTMLElement && resize(draft, currentTarget)}
  >
    ${icon('screen-normal')}
  </button>`;
}

/** Size in pixels and bytes, and the estimated tokens. */
function facts(image: Image, target: PanelTarget | undefined): readonly string[] {
  const tokens = tokensText(imageTokens(image, target?.model));
  return [pixelSize(image), byteSize(image.size), tokens];
}

function tokensText(tokens: number): string {
  return l10n.t('~ {0} tokens', formatNumber(tokens));
}

function totalText(images: readonly Image[], target: PanelTarget | undefined): string {
  const size = images.reduce((sum, image) => sum + image.size, 0);
  const tokens = images.reduce((sum, image) => sum + imageTokens(image, target?.model), 0);
  const count = plural(images.length, {
    other: l10n.t('{0} images', formatNumber(images.length)),
  });
  return `${count} · ${byteSize(size)} · ${tokensText(tokens)}`;
}

/** Several services reject larger files, in bytes (Groq, and llama.cpp behind common proxies). */
const largeFile = 4_000_000;

/** What there is to know about an image before it is sent: a sentence each. */
function noteTexts(image: Image, notes: DraftNotes | undefined): readonly string[] {
  const { removed = [], isAnimated = false, convertedFrom, original, scaledFrom } = notes ?? {};
  const before = original ?? scaledFrom;
  return [
    convertedFrom && l10n.t('Converted from {0} to PNG.', convertedFrom),
    before && l10n.t('Scaled down from {0} pixels.', pixelSize(before)),
    removedText(removed),
    isAnimated && l10n.t('Animated: most models see only the first frame.'),
    image.size > largeFile && l10n.t('Some services reject images of more than 4 MB.'),
  ].flatMap((said) => (typeof said === 'string' ? said : []));
}

/** What there is to know about the model; undefined if it takes images or this is not known. */
function targetHint(target: PanelTarget | undefined): string | undefined {
  if (target?.adjustments?.some(({ field }) => field === imagesField) === true) {
    return l10n.t('This model takes no images. It gets a note with the name and size of each.');
  }
  switch (target?.images) {
    case 'notListed':
      return l10n.t('The model list does not mention images for this model.');
    case 'refused':
      return l10n.t('The service has rejected images for this model before.');
    default:
      return undefined;
  }
}

const isDraftNotes = isObjectOf({
  /** What was in the metadata of the file and was removed. */
  removed: isMetadata,
  isAnimated: isBoolean,
  /** The format that the file had, if it was converted. */
  convertedFrom: optional(isString),
  /** The size that the image had, if it was too large and was scaled down. */
  scaledFrom: optional(isObjectOf({ width: isFiniteNumber, height: isFiniteNumber })),
  /** The image before the user scaled it down. */
  original: optional(isImage),
});

/** What a chip says of an image besides its size. */
interface DraftNotes extends Guarded<typeof isDraftNotes> {}

/** Keeps the notes on images in the panel's state, by the id of the image. */
export function createDraftNotes(state: PanelState): KeptValues<DraftNotes> {
  return createKeptValues(state, { key: 'imageNotes', isValue: isDraftNotes, maxStored: 100 });
}
