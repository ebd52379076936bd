import { isImage, type Image } from '../../shared/images/image.ts';
import { isMetadata, type Metadata } from '../../shared/images/metadata.ts';
import {
  type Guard,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
} from '../../shared/guards.ts';
import type { PixelSize } from './drawImage.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/panelState.ts';

/** What a chip says of an image besides its size. */
export interface DraftNotes {
  /** What was in the metadata of the file and was removed. */
  readonly removed: readonly Metadata[];
  readonly isAnimated: boolean;
  /** The format that the file had, if it was converted. */
  readonly convertedFrom?: string | undefined;
  /** The size that the image had, if it was too large and was scaled down. */
  readonly scaledFrom?: PixelSize | undefined;
  /** The image before the user scaled it down. */
  readonly original?: Image | undefined;
}

const isDraftNotes: Guard<DraftNotes> = isObjectOf({
  removed: isMetadata,
  isAnimated: isBoolean,
  convertedFrom: optional(isString),
  scaledFrom: optional(isObjectOf({ width: isFiniteNumber, height: isFiniteNumber })),
  original: optional(isImage),
});

/** Keeps the notes on images in the panel's state, by the id of the image. */
export function createDraftNotes(state: PanelState): KeptValues<DraftNotes> {
  return createKeptValues(state, { key: 'imageNotes', isValue: isDraftNotes, maxStored: 100 });
}
