import type { Conversation } from '../../shared/conversation/conversation.ts';
import { type Guard, isFiniteNumber, isObjectOf, isString } from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/panelState.ts';
import type { TailFollower } from './followTail.ts';
import { blocksIn, inView } from './textBlocks.ts';
import { bringIntoView } from './travel.ts';

/** What keeping the place needs of the panel. */
interface PlaceKeeperServices {
  readonly scroller: HTMLElement;
  readonly tail: TailFollower;
  readonly places: ReadingPlaces;
}

/** Notes where the reader is, and goes there again when the conversation is shown anew. */
export class PlaceKeeper {
  readonly #services: PlaceKeeperServices;
  #conversation: Pick<Conversation, 'id' | 'isTemporary'> | undefined;

  /** Starts with no conversation. */
  constructor(services: PlaceKeeperServices) {
    this.#services = services;
    services.scroller.addEventListener('scrollend', ({ target }) => {
      // A page that goes out of sight may have no height for a moment.
      if (target === services.scroller && services.scroller.clientHeight > 0) {
        this.#note();
      }
    });
  }

  /** The turn that has to be on the page for the reader to go on there. */
  turnId({ id }: Conversation): string | undefined {
    return this.#services.places.read(id)?.turnId;
  }

  /** Goes to where the reader was, or to the end of what is on the page. */
  show(conversation: Conversation): void {
    const { scroller, tail, places } = this.#services;
    this.#conversation = conversation;
    const place = places.read(conversation.id);
    const block = place && blockAt(scroller, place);
    if (place === undefined || block === undefined) {
      tail.toEnd();
      return;
    }
    tail.stay();
    bringIntoView(scroller, block, 'start', place.offsetPx);
  }

  #note(): void {
    const { scroller, tail, places } = this.#services;
    if (this.#conversation !== undefined) {
      const { id, isTemporary } = this.#conversation;
      const place = tail.isFollowing() ? undefined : placeIn(scroller);
      places.write(id, place, isTemporary !== true);
    }
  }
}

function blockAt(scroller: HTMLElement, place: ReadingPlace): Element | undefined {
  const turns = turnsIn(scroller);
  const turn = turns.find((node) => node.dataset['turnId'] === place.turnId);
  const isSame = turns.at(-1)?.dataset['turnId'] === place.lastId;
  return turn && isSame ? [...blocksIn(turn)][place.block] : undefined;
}

function placeIn(scroller: HTMLElement): ReadingPlace | undefined {
  const shown = inView(scroller, 'top');
  const turn = shown.closest<HTMLElement>('.turn');
  const turnId = turn?.dataset['turnId'];
  const lastId = turnsIn(scroller).at(-1)?.dataset['turnId'];
  const block = turn ? [...blocksIn(turn)].indexOf(shown) : -1;
  const offsetPx = shown.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return turnId === undefined || lastId === undefined || block < 0
    ? undefined
    : { lastId, turnId, block, offsetPx };
}

function turnsIn(scroller: HTMLElement): readonly HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('.turn')];
}

/** What of a conversation is at the top of the view, where that is not its end. */
interface ReadingPlace {
  /** The last turn on the page: with another one, the end is of more interest. */
  readonly lastId: string;
  readonly turnId: string;
  /** Which of the blocks of text of the turn, counted from 0. */
  readonly block: number;
  /** How far below the top of the view it begins, in CSS pixels. */
  readonly offsetPx: number;
}

/** Where the reader was in each conversation, by its id; nothing is the end. */
type ReadingPlaces = KeptValues<ReadingPlace>;

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
