import { idleTime } from '../dom/idleTime.ts';
import { keepingInView, part } from '../reading/textBlocks.ts';
import type { TurnSlot } from './turnSlot.ts';

/**
 * Distances from the view, in heights of the view: what is `seen` comes at once, what is `near` while
 * the page is idle, and what is `far` may go.
 */
const distances = { seen: 0.5, near: 2, far: 4 };

/**
 * Numbers of elements of all content on the page. Up to `fill`, content comes even if it is not near,
 * so that nothing of a short chat is ever missing. Beyond `most`, what is far goes.
 */
const elements = { fill: 8000, most: 12_000 };

/** What comes and goes is looked at this often, so that a growing reply costs little. */
const lookEveryMs = 100;

/** Passes to bring what is seen; each shows how high that really is. */
const maxPasses = 4;

interface PresenceServices {
  readonly scroller: HTMLElement;
  /** The element inside `scroller` with the slots. */
  readonly transcript: HTMLElement;
}

/**
 * Keeps the content of those slots on the page that are near the view, and takes others off it, so
 * that a long chat needs no more memory than a short one. Content stays while it has the focus, an
 * end of the selection or a state that could not be built again.
 */
export class Presence {
  readonly #scroller: HTMLElement;
  #slots: readonly TurnSlot[] = [];
  /** Index of each slot by its node. */
  #indices: ReadonlyMap<Element, number> = new Map();
  /** The slots with content. */
  #present = new Set<TurnSlot>();
  #isLooking = false;

  /** Starts without slots. */
  constructor({ scroller, transcript }: PresenceServices) {
    this.#scroller = scroller;
    const update = (): void => this.update();
    let frame: number | undefined;
    const updateInFrame = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        update();
      });
    };
    // In the same frame, after all that listens to the scrolling.
    scroller.addEventListener('scroll', updateInFrame);
    transcript.addEventListener('focusin', update);
    // In the next frame: what comes changes the sizes that are observed.
    const observer = new ResizeObserver(updateInFrame);
    observer.observe(scroller);
    observer.observe(transcript);
  }

  /** Takes care of other slots, in document order. */
  show(slots: readonly TurnSlot[]): void {
    this.#slots = slots;
    this.#indices = new Map(slots.map(({ node }, index) => [node, index]));
    this.#present = new Set(slots.filter(({ isPresent }) => isPresent));
    const last = slots.at(-1);
    if (last !== undefined) {
      this.bring(last);
    }
  }

  /** Puts the content of a slot on the page. It stays there until the next look at what is far. */
  bring(slot: TurnSlot): void {
    slot.bring();
    this.#present.add(slot);
    this.#lookSoon();
  }

  /** Brings what is seen or has the focus, at once; the rest follows while the page is idle. */
  update(): void {
    if (this.#slots.length === 0 || this.#scroller.clientHeight === 0) {
      return;
    }
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const missing = [...this.#atDistance(distances.seen), ...this.#besideFocus()].filter(
        ({ isPresent }) => !isPresent,
      );
      if (missing.length === 0) {
        break;
      }
      keepingInView(this.#scroller, () => missing.forEach((slot) => this.bring(slot)));
    }
    this.#lookSoon();
  }

  #lookSoon(): void {
    if (!this.#isLooking) {
      this.#isLooking = true;
      void this.#look().finally(() => (this.#isLooking = false));
    }
  }

  async #look(): Promise<void> {
    await new Promise((resolve) => {
      setTimeout(resolve, lookEveryMs);
    });
    for (;;) {
      await idleTime();
      // What is in view moves, and is put back, between two frames.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const { needless, missing } = this.#compare();
      if (needless.length === 0 && missing === undefined) {
        return;
      }
      const change = (): void => {
        this.#take(needless);
        if (missing !== undefined) {
          this.bring(missing);
        }
      };
      if (isAnchored) {
        change();
      } else {
        keepingInView(this.#scroller, change);
      }
    }
  }

  /** Compares what is on the page with what should be: what is to go, and what is to come next. */
  #compare(): { readonly needless: readonly TurnSlot[]; readonly missing?: TurnSlot | undefined } {
    if (this.#slots.length === 0 || this.#scroller.clientHeight === 0) {
      return { needless: [] };
    }
    const count = [...this.#present].reduce((sum, slot) => sum + slot.elementCount, 0);
    return { needless: this.#needless(count), missing: this.#missing(count) };
  }

  #take(slots: readonly TurnSlot[]): void {
    // All are measured before the first one changes the layout.
    for (const take of slots.map((slot) => slot.leave())) {
      take();
    }
    slots.forEach((slot) => this.#present.delete(slot));
  }

  /** The nearest slot whose content is to come. */
  #missing(elementCount: number): TurnSlot | undefined {
    const near = this.#range(distances.near);
    const view = this.#range(0);
    const isMissing = (index: number): boolean => this.#slots[index]?.isPresent === false;
    let [before, after] = [view.from, view.from];
    while (before >= 0 && !isMissing(before)) {
      before -= 1;
    }
    while (after < this.#slots.length && !isMissing(after)) {
      after += 1;
    }
    const distanceOf = (index: number): number => Math.max(view.from - index, index - view.to);
    const [next] = [before, after]
      .filter(isMissing)
      .toSorted((a, b) => distanceOf(a) - distanceOf(b));
    const slot = next === undefined ? undefined : this.#slots[next];
    if (next === undefined || slot === undefined) {
      return undefined;
    }
    const isNear = next >= near.from && next <= near.to;
    const isRoom = elementCount + slot.elementCount <= elements.fill;
    return isNear || isRoom ? slot : this.#slots.slice(0, 1).find(({ isPresent }) => !isPresent);
  }

  /** The slots whose content is to go, the farthest from the view first. */
  #needless(elementCount: number): readonly TurnSlot[] {
    let count = elementCount;
    if (count <= elements.most) {
      return [];
    }
    const far = this.#range(distances.far);
    const distanceOf = (slot: TurnSlot): number => {
      const index = this.#indices.get(slot.node) ?? 0;
      return Math.max(far.from - index, index - far.to);
    };
    const candidates = [...this.#present]
      .filter((slot) => distanceOf(slot) > 0 && !this.#isKept(slot))
      .toSorted((a, b) => distanceOf(b) - distanceOf(a));
    const enough = candidates.findIndex((slot) => {
      const isEnough = count <= elements.most;
      count -= slot.elementCount;
      return isEnough;
    });
    return enough < 0 ? candidates : candidates.slice(0, enough);
  }

  #isKept(slot: TurnSlot): boolean {
    const selection = document.getSelection();
    const ends = [selection?.anchorNode, selection?.focusNode];
    return (
      slot === this.#slots[0] ||
      slot === this.#slots.at(-1) ||
      ends.some((end) => end && slot.node.contains(end)) ||
      this.#besideFocus().includes(slot) ||
      slot.isBusy
    );
  }

  /** The slot with the focus and those beside it, to which the Tab key may go next. */
  #besideFocus(): readonly TurnSlot[] {
    const focused = document.activeElement?.closest(part);
    const index = focused ? this.#indices.get(focused) : undefined;
    return index === undefined ? [] : this.#slots.slice(Math.max(0, index - 1), index + 2);
  }

  #atDistance(heights: number): readonly TurnSlot[] {
    const { from, to } = this.#range(heights);
    return this.#slots.slice(from, to + 1);
  }

  /** Indices of the first and the last slot within a distance from the view, in heights of the view. */
  #range(heights: number): { readonly from: number; readonly to: number } {
    const { top, bottom, height } = this.#scroller.getBoundingClientRect();
    return {
      from: this.#indexAt(top - heights * height),
      to: this.#indexAt(bottom + heights * height),
    };
  }

  /** Index of the slot at a height on the screen, by binary search; the first or last one beyond. */
  #indexAt(y: number): number {
    let low = 0;
    let high = this.#slots.length - 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#slots[middle]?.node.getBoundingClientRect().bottom ?? 0) > y) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}

/**
 * Whether the browser keeps what is in view where it is when something above it changes. Unlike a
 * change of the scroll position, that leaves a scroll that is under way alone.
 */
const isAnchored = CSS.supports('overflow-anchor', 'auto');
