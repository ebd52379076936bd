import type { Conversation } from '../../shared/conversation/conversation.ts';
import { type Guarded, isFiniteNumber, isObjectOf, isString } from '../../shared/guards.ts';
import { createKeptValues, type KeptValues, type PanelState } from '../dom/keptState.ts';
import { absentPart, blocksIn, inView, part } from './textBlocks.ts';
import type { TailFollower } from './followTail.ts';
import { bringIntoView } from './travel.ts';

interface PlaceKeeperServices {
  readonly scroller: HTMLElement;
  /** The element inside `scroller` that grows with the conversation. */
  readonly content: HTMLElement;
  readonly tail: TailFollower;
  readonly state: PanelState;
}

/** Scrolling may end in every frame. To find the place then, the page would have to be laid out each time. */
const keepAfterMs = 100;

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
  /** The place to go to once it is on the page: the rest of a long reply or of a long chat comes later. */
  #awaited: Place | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Keeps nothing before the first conversation is shown. */
  constructor({ scroller, content, tail, state }: PlaceKeeperServices) {
    this.#scroller = scroller;
    this.#tail = tail;
    this.#places = createKeptValues(state, { key: 'places', isValue: isPlace, maxStored: 50 });
    scroller.addEventListener('scrollend', ({ target }) => {
      if (target === scroller) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.keep(), keepAfterMs);
      }
    });
    new ResizeObserver(() => this.#goToAwaited()).observe(content);
    // A reader who has begun to do something is not moved any more.
    for (const input of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
      const stay = (): void => (this.#awaited = undefined);
      document.addEventListener(input, stay, { capture: true, passive: true });
    }
  }

  /** The turn whose content has to be on the page, so that `show` can end. */
  get awaitedTurnId(): string | undefined {
    return this.#awaited?.turnId;
  }

  /** The turn at the reader's place, which has to be on the page before `show`. */
  turnId({ id }: Conversation): string | undefined {
    return this.#places.read(id)?.turnId;
  }

  /**
   * Goes to the reader's place in a conversation that is on the page, or else to its end. If the place is
   * still to come, the view is as near as can be until then.
   */
  show(conversation: Conversation): void {
    this.#conversation = conversation;
    const place = this.#places.read(conversation.id);
    this.#awaited = place?.lastId === lastTurnIn(this.#scroller) ? place : undefined;
    const found = this.#awaited && blockAt(this.#scroller, this.#awaited);
    if (this.#awaited === undefined || found === undefined) {
      this.#tail.toEnd();
    } else if (found.isExact) {
      this.#goToAwaited();
    } else {
      this.#tail.stopFollowing();
      bringIntoView(this.#scroller, found.block, 'start');
    }
  }

  /** Keeps the place now if the reader has just come there: before another conversation is on the page. */
  keep(): void {
    if (this.#timer === undefined) {
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isAwaited = this.#awaited !== undefined;
    // While VS Code hides the page, the page may briefly have no height.
    if (this.#conversation !== undefined && !isAwaited && this.#scroller.clientHeight > 0) {
      const { id, isTemporary } = this.#conversation;
      const place = this.#tail.isFollowing() ? undefined : placeIn(this.#scroller);
      // The view scrolls by whole pixels, but what is above may have a fractional height: a restored place that is kept
      // again would drift a little each time.
      if (place === undefined || !isSamePlace(place, this.#places.read(id))) {
        this.#places.write(id, place, isTemporary !== true);
      }
    }
  }

  #goToAwaited(): void {
    const place = this.#awaited;
    const found = place && blockAt(this.#scroller, place);
    if (place !== undefined && found?.isExact === true) {
      this.#awaited = undefined;
      this.#tail.stopFollowing();
      bringIntoView(this.#scroller, found.block, 'start', place.offsetPx);
    }
  }
}

const isPlace = isObjectOf({
  /** The last turn of the conversation. With a newer one, its end matters more than the place. */
  lastId: isString,
  turnId: isString,
  /** Index of the block among those of its turn, counted from 0. */
  block: isFiniteNumber,
  /** Distance of the block from the top of the view, in CSS pixels. */
  offsetPx: isFiniteNumber,
});

/** The block of text at the top of the view. */
interface Place extends Guarded<typeof isPlace> {}

/** The block at a place, or else the last one before it. Undefined if the turn has none on the page. */
function blockAt(
  scroller: HTMLElement,
  { turnId, block: index }: Place,
): { readonly block: Element; readonly isExact: boolean } | undefined {
  const turn = scroller.querySelector(`${part}[data-turn-id="${CSS.escape(turnId)}"]`);
  const blocks = turn === null || turn.matches(absentPart) ? [] : [...blocksIn(turn)];
  const block = blocks[index] ?? blocks.at(-1);
  return block && { block, isExact: index < blocks.length };
}

function placeIn(scroller: HTMLElement): Place | undefined {
  const shown = inView(scroller, 'top');
  const turn = shown.closest<HTMLElement>(part);
  const turnId = turn?.dataset['turnId'];
  const lastId = lastTurnIn(scroller);
  const block = turn ? [...blocksIn(turn)].indexOf(shown) : -1;
  const offsetPx = shown.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return turnId === undefined || lastId === undefined || block === -1
    ? undefined
    : { lastId, turnId, block, offsetPx };
}

function isSamePlace(one: Place, other: Place | undefined): boolean {
  return (
    other !== undefined &&
    one.lastId === other.lastId &&
    one.turnId === other.turnId &&
    one.block === other.block &&
    Math.abs(one.offsetPx - other.offsetPx) < 2
  );
}

/** The id of the last turn. */
function lastTurnIn(scroller: HTMLElement): string | undefined {
  const turns = scroller.querySelectorAll<HTMLElement>(part);
  return turns[turns.length - 1]?.dataset['turnId'];
}
