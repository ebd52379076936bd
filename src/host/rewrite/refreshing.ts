import type * as vscode from 'vscode';

/** At most so many updates of a diff happen in a second. VS Code replaces a long document as a whole. */
const updateIntervalMs = { short: 100, long: 1000 };

/** A document from this length on is long. In characters. */
const longDocument = 100_000;

/** Calls a function at most ten times a second, the first time at once. */
export class Refreshing implements vscode.Disposable {
  /** Gives the length of what is shown. */
  readonly #refresh: () => number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isDisposed = false;

  constructor(refresh: () => number) {
    this.#refresh = refresh;
  }

  soon(): void {
    if (this.#timer === undefined) {
      this.now();
    } else {
      this.#isDue = true;
    }
  }

  now(): void {
    if (this.#isDisposed) {
      return;
    }
    clearTimeout(this.#timer);
    this.#isDue = false;
    const length = this.#refresh();
    const ms = length < longDocument ? updateIntervalMs.short : updateIntervalMs.long;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) {
        this.now();
      }
    }, ms);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }
}
