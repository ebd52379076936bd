import { isImage } from '../../shared/images/image.ts';
import { isMetadata } from '../../shared/images/keptImage.ts';
import {
  type Guarded,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
} from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/keptState.ts';

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
export interface DraftNotes extends Guarded<typeof isDraftNotes> {}

/** Keeps the notes on images in the panel's state, by the id of the image. */
export function createDraftNotes(state: PanelState): KeptValues<DraftNotes> {
  return createKeptValues(state, { key: 'imageNotes', isValue: isDraftNotes, maxStored: 100 });
}
