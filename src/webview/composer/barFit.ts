/** The last of the steps in which the rest of the bar gives way to the name of the model. */
const lastStep = 4;

/**
 * Makes room for the name of the model in the bar of the input box: `data-fit` says how much of the rest gives
 * way, from 0 for nothing to 4 (`composer.css`).
 */
export class BarFit {
  readonly #bar: HTMLElement;
  /** What the bar showed when it was fitted, as far as it says how wide that is. */
  #shown = '';

  /** Fits the bar again whenever its width changes, and when a font has come: without theirs, icons have no width. */
  constructor(bar: HTMLElement) {
    this.#bar = bar;
    new ResizeObserver(() => this.fit()).observe(bar);
    document.fonts.addEventListener('loadingdone', () => this.fit());
  }

  /** Fits the bar if its texts may have another width by now. Called for each typed character. */
  changed(): void {
    if (this.#shown !== textsOf(this.#bar)) {
      this.fit();
    }
  }

  /** Lets as little as possible give way, so that the name is as complete as it can be. */
  fit(): void {
    this.#shown = textsOf(this.#bar);
    for (let step = 0; step <= lastStep; step += 1) {
      this.#bar.dataset['fit'] = `${step}`;
      if (this.#isComplete()) {
        return;
      }
    }
  }

  #isComplete(): boolean {
    const name = this.#bar.querySelector('.model-name');
    const isNameComplete = name === null || textWidth(name) <= name.getBoundingClientRect().width;
    return isNameComplete && this.#bar.scrollWidth <= this.#bar.clientWidth;
  }
}

/**
 * How wide the text in `node` is, whether or not all of it is shown. In fractions of a pixel: where half a
 * pixel is missing, whole letters give way to an ellipsis, and `scrollWidth` does not tell.
 */
function textWidth(node: Element): number {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect().width;
}

/** The texts of the bar. Digits are as wide as each other. */
function textsOf(bar: HTMLElement): string {
  return bar.textContent.replaceAll(/\d/g, '0');
}
