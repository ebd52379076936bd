import type { Conversation } from '../../shared/conversation/conversation.ts';
import { type Guard, isFiniteNumber, isObjectOf, isString } from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/panelState.ts';
import type { TailFollower } from './followTail.ts';
import { blocksIn, inView } from './textBlocks.ts';
import { bringIntoView } from './travel.ts';

interface PlaceKeeperServices {
  readonly scroller: HTMLElement;
  readonly tail: TailFollower;
  readonly state: PanelState;
}

/**
 * Keeps the reader's place in each conversation in the panel's state, and goes back to it when the
 * conversation is shown again. No place is kept while the reader follows the end.
 */
export class PlaceKeeper {
  readonly #scroller: HTMLElement;
  readonly #tail: TailFollower;
  /** By the ids of the conversations. */
  readonly #places: KeptValues<Place>;
  #conversation: Pick<Conversation, 'id' | 'isTemporary'> | undefined;

  /** Keeps nothing before the first conversation is shown. */
  constructor({ scroller, tail, state }: PlaceKeeperServices) {
    this.#scroller = scroller;
    this.#tail = tail;
    this.#places = createKeptValues(state, { key: 'places', isValue: isPlace, maxStored: 50 });
    scroller.addEventListener('scrollend', ({ target }) => {
      // While VS Code hides the page, the page may briefly have no height.
      if (target === scroller && scroller.clientHeight > 0) {
        this.#keep();
      }
    });
  }

  /** The turn at the reader's place, which has to be on the page before `show`. */
  turnId({ id }: Conversation): string | undefined {
    return this.#places.read(id)?.turnId;
  }

  /** Goes to the reader's place in a conversation that is on the page, or else to its end. */
  show(conversation: Conversation): void {
    this.#conversation = conversation;
    const place = this.#places.read(conversation.id);
    const block = place && blockAt(this.#scroller, place);
    if (place === undefined || block === undefined) {
      this.#tail.toEnd();
      return;
    }
    this.#tail.stopFollowing();
    bringIntoView(this.#scroller, block, 'start', place.offsetPx);
  }

  #keep(): void {
    if (this.#conversation !== undefined) {
      const { id, isTemporary } = this.#conversation;
      const place = this.#tail.isFollowing() ? undefined : placeIn(this.#scroller);
      this.#places.write(id, place, isTemporary !== true);
    }
  }
}

/** The block of text at the top of the view. */
interface Place {
  /** The last turn of the conversation. With a newer one, its end matters more than the place. */
  readonly lastId: string;
  readonly turnId: string;
  /** Index of the block among those of its turn, counted from 0. */
  readonly block: number;
  /** Distance of the block from the top of the view, in CSS pixels. */
  readonly offsetPx: number;
}

const isPlace: Guard<Place> = isObjectOf({
  lastId: isString,
  turnId: isString,
  block: isFiniteNumber,
  offsetPx: isFiniteNumber,
});

function blockAt(scroller: HTMLElement, place: Place): Element | undefined {
  const turns = turnsIn(scroller);
  const turn = turns.find((node) => node.dataset['turnId'] === place.turnId);
  const isSame = turns.at(-1)?.dataset['turnId'] === place.lastId;
  return turn && isSame ? [...blocksIn(turn)][place.block] : undefined;
}

function placeIn(scroller: HTMLElement): Place | undefined {
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
