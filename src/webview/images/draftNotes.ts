import { isImage, type Image } from '../../shared/images/image.ts';
import type { RemovedMetadata } from '../../shared/images/keptImage.ts';
import {
  type Guard,
  isArrayOf,
  isBoolean,
  isObjectOf,
  isOneOf,
  isString,
  optional,
} from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/panelState.ts';

const metadata = [
  'place',
  'camera',
  'date',
  'author',
  'software',
  'preview',
  'comment',
  'other',
] as const;

/** What a chip says of an image besides its size. */
export interface DraftNotes {
  /** What was in the metadata of the file and was removed. */
  readonly removed: readonly RemovedMetadata[];
  readonly isAnimated: boolean;
  /** The format that the file had, if it was converted. */
  readonly convertedFrom?: string | undefined;
  /** The image before it was scaled down. */
  readonly original?: Image | undefined;
}

const isDraftNotes: Guard<DraftNotes> = isObjectOf({
  removed: isArrayOf(isOneOf(...metadata)),
  isAnimated: isBoolean,
  convertedFrom: optional(isString),
  original: optional(isImage),
});

/** Keeps the notes on images in the panel's state, by the id of the image. */
export function createDraftNotes(state: PanelState): KeptValues<DraftNotes> {
  return createKeptValues(state, { key: 'imageNotes', isValue: isDraftNotes, maxStored: 100 });
}
