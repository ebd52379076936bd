import { isFiniteNumber, isObjectOf, isString, type Guard } from '../shared/guards.ts';
import { createKeptValues, type KeptValues } from './keptValues.ts';
import type { PanelState } from './panelState.ts';

/** What of a conversation is at the top of the view, where that is not its end. */
export interface ReadingPlace {
  /** The last turn on the page: with another one, the end is of more interest. */
  readonly lastId: string;
  readonly turnId: string;
  /** Which of the blocks of text of the turn, counted from 0. */
  readonly block: number;
  /** How far below the top of the view it begins, in CSS pixels. */
  readonly offsetPx: number;
}

/** Where the reader was in each conversation, by its id; nothing is the end. */
export type ReadingPlaces = KeptValues<ReadingPlace>;

const isPlace: Guard<ReadingPlace> = isObjectOf({
  lastId: isString,
  turnId: isString,
  block: isFiniteNumber,
  offsetPx: isFiniteNumber,
});

/** Keeps them in the state of the panel. */
export function createReadingPlaces(state: PanelState): ReadingPlaces {
  return createKeptValues(state, { key: 'places', isValue: isPlace, maxStored: 50 });
}
