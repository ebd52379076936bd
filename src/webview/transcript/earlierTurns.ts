import { idleTime } from '../dom/idleTime.ts';
import { inView } from '../reading/textBlocks.ts';

interface EarlierOptions {
  /** An element inside the scrolling element. */
  readonly node: HTMLElement;
  /**
   * Puts the last turn that is not on the page yet before those that are. Gives its length in
   * characters, or `undefined` if there is none left.
   */
  readonly build: () => number | undefined;
}

/** So much is built while the page is idle; what is before that, when the reader scrolls near it. */
const idleCharacters = 2_000_000;

/** The reader is near the first turn on the page within this distance, in CSS pixels. */
const nearbyPx = 3000;

/** Builds the start of a long conversation step by step, after its end has been shown. */
export class EarlierTurns {
  readonly #options: EarlierOptions;
  #isWorking = false;
  #idleCharactersLeft = 0;
  #isBuildingAll = false;
  /** Ends the wait for the reader to scroll. */
  #wake: (() => void) | undefined;

  /** Builds nothing before `start`. */
  constructor(options: EarlierOptions) {
    this.#options = options;
  }

  /** Starts to build, after the end of a conversation was shown. */
  start(): void {
    this.#idleCharactersLeft = idleCharacters;
    this.#isBuildingAll = false;
    this.resume();
  }

  /** Builds all turns, wherever the reader is. */
  buildAll(): void {
    this.#isBuildingAll = true;
    this.resume();
  }

  /** Builds on, because there may be more turns to build. */
  resume(): void {
    this.#wake?.();
    if (!this.#isWorking) {
      this.#isWorking = true;
      void this.#work().finally(() => (this.#isWorking = false));
    }
  }

  async #work(): Promise<void> {
    let built: number | undefined = 0;
    while (built !== undefined) {
      await idleTime();
      if (this.#isBuildingAll || this.#idleCharactersLeft > 0 || this.#isNear()) {
        built = this.#build();
        this.#idleCharactersLeft -= built ?? 0;
      } else {
        await this.#scrolled();
      }
    }
  }

  #build(): number | undefined {
    const { build } = this.#options;
    const scroller = this.#scroller;
    return scroller === null ? build() : keepingInView(scroller, build);
  }

  get #scroller(): Element | null {
    return this.#options.node.closest('.scroller');
  }

  #isNear(): boolean {
    const scroller = this.#scroller;
    return scroller === null || scroller.scrollTop < nearbyPx;
  }

  async #scrolled(): Promise<void> {
    const scroller = this.#scroller;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      scroller?.addEventListener('scroll', () => resolve(), { once: true });
    });
    this.#wake = undefined;
  }
}

/** Runs `change`, which puts something above the view, and scrolls so that nothing in view moves. */
function keepingInView<T>(scroller: Element, change: () => T): T {
  const before = inView(scroller, 'top');
  const { top } = before.getBoundingClientRect();
  const result = change();
  if (before !== scroller) {
    scroller.scrollTop += before.getBoundingClientRect().top - top;
  }
  return result;
}
