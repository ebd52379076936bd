import { idleTime } from '../dom/idleTime.ts';
import { inView } from '../reading/textBlocks.ts';

/** What is done with the turns before those on the page. */
interface EarlierOptions {
  /** A part of the page in the scroller. */
  readonly node: HTMLElement;
  /** Puts the last of them on the page and gives its length in characters; nothing where none is left. */
  readonly build: () => number | undefined;
}

/** So much is built when the page has nothing else to do; what is before that, once somebody goes there. */
const idleCharacters = 2_000_000;

/** This far from the start of what is on the page somebody goes there. */
const nearbyPx = 3000;

/** Builds the start of a long conversation after its end has been shown. */
export class EarlierTurns {
  readonly #options: EarlierOptions;
  #isAtWork = false;
  #idleCharactersLeft = 0;
  #isAllWanted = false;
  #wake: (() => void) | undefined;

  constructor(options: EarlierOptions) {
    this.#options = options;
  }

  /** The end of a conversation was shown. */
  begin(): void {
    this.#idleCharactersLeft = idleCharacters;
    this.#isAllWanted = false;
    this.goOn();
  }

  /** Everything is to be on the page, as soon as it can be. */
  wantAll(): void {
    this.#isAllWanted = true;
    this.goOn();
  }

  /** There are turns again that are not on the page. */
  goOn(): void {
    this.#wake?.();
    if (!this.#isAtWork) {
      this.#isAtWork = true;
      void this.#work().finally(() => (this.#isAtWork = false));
    }
  }

  async #work(): Promise<void> {
    let built: number | undefined = 0;
    while (built !== undefined) {
      await idleTime();
      if (this.#isAllWanted || this.#idleCharactersLeft > 0 || this.#isNear()) {
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

/** Lets `change` put something over what is in view, which stays where it is. */
function keepingInView<T>(scroller: Element, change: () => T): T {
  const inSight = inView(scroller, 'top');
  const { top } = inSight.getBoundingClientRect();
  const result = change();
  if (inSight !== scroller) {
    scroller.scrollTop += inSight.getBoundingClientRect().top - top;
  }
  return result;
}
