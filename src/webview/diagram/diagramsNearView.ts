import { NearView } from '../dom/nearView.ts';
import { drawUnasked } from './diagramBlock.ts';

/** Draws complete diagrams that come near the view, one at a time. */
class DiagramsNearView {
  readonly #waiting = new Set<Element>();
  readonly #nearView = new NearView(() => this.#start());
  #isOn = false;
  #isRunning = false;

  /** Turns the drawing on or off. Diagrams that are drawn stay. */
  setOn(isOn: boolean): void {
    this.#isOn = isOn;
    this.#start();
  }

  /** Draws the diagram of a block of code once. It has to be on the page by the end of the current task. */
  watch(block: HTMLElement): void {
    this.#waiting.add(block);
    this.#nearView.watch(block);
  }

  /** Does not draw the diagram of this block. */
  forget(block: HTMLElement): void {
    if (this.#waiting.delete(block)) {
      this.#nearView.forget(block);
    }
  }

  #start(): void {
    if (!this.#isRunning) {
      void this.#drawAll();
    }
  }

  async #drawAll(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.forget(next);
      await drawUnasked(next);
    }
    this.#isRunning = false;
  }

  #next(): HTMLElement | undefined {
    if (!this.#isOn) {
      return undefined;
    }
    for (const block of this.#nearView.parts) {
      if (block instanceof HTMLElement && block.isConnected && this.#waiting.has(block)) {
        return block;
      }
    }
    return undefined;
  }
}

let all: DiagramsNearView | undefined;

/** The diagrams of this page. */
export function diagramsNearView(): DiagramsNearView {
  all ??= new DiagramsNearView();
  return all;
}
