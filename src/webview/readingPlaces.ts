import { isFiniteNumber, isObjectOf, isRecord, isString, type Guard } from '../shared/guards.ts';
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

/** Where the reader was in each conversation. */
export interface ReadingPlaces {
  read(conversationId: string): ReadingPlace | undefined;
  /** `undefined` is the end. What is not `stored` is known while the page is there. */
  write(conversationId: string, place: ReadingPlace | undefined, stored: boolean): void;
}

const isPlace: Guard<ReadingPlace> = isObjectOf({
  lastId: isString,
  turnId: isString,
  block: isFiniteNumber,
  offsetPx: isFiniteNumber,
});

/** Of more, the oldest are forgotten. */
const maxKept = 50;

/** Keeps them in the state of the panel. */
export function createReadingPlaces(state: PanelState): ReadingPlaces {
  const stored = state.read()['places'];
  const places = new Map(
    Object.entries(isRecord(stored) ? stored : {}).filter(
      (entry): entry is [string, ReadingPlace] => isPlace(entry[1]),
    ),
  );
  const unstored = new Set<string>();
  return {
    read: (id) => places.get(id),
    write(id, place, isStored) {
      if (place === undefined && !places.has(id)) {
        return;
      }
      places.delete(id);
      unstored.delete(id);
      if (place !== undefined) {
        places.set(id, place);
      }
      if (!isStored) {
        unstored.add(id);
      }
      const kept = [...places].filter(([key]) => !unstored.has(key)).slice(-maxKept);
      state.write({ places: Object.fromEntries(kept) });
    },
  };
}
