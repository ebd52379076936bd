import type { Locator } from 'playwright-core';

/** A chat in a real window of VS Code, Parley's or VS Code's own. */
export interface BenchChat {
  /** Leaves the shown conversation for an empty one. */
  newChat(): Promise<void>;
  send(text: string): Promise<void>;
  /** Waits until the reply has ended and all of it is shown. */
  ended(): Promise<void>;
  /** How many characters of the reply are in the page. */
  shownLength(): Promise<number>;
  /** How long the main thread of the window has worked so far, in its own milliseconds. */
  mainThreadMs(): Promise<number>;
  /** When what changed last was painted, by `Date.now()`. */
  lastPaintAt(): Promise<number>;
  close(): Promise<void>;
}

declare const benchPaints: { lastAt: number };

/** Notes when changes in `element` are painted. Gives a function that says when that was last. */
export async function notePaints(element: Locator): Promise<() => Promise<number>> {
  await element.evaluate((root) => {
    const paints = { lastAt: 0 };
    const note = (): void => void (paints.lastAt = Date.now());
    // The frame that shows a change begins after it, and is over when the next task runs.
    const observer = new MutationObserver(() => requestAnimationFrame(() => setTimeout(note)));
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(root, changes);
    Object.assign(globalThis, { benchPaints: paints });
  });
  return async () => element.evaluate(() => benchPaints.lastAt);
}

/** Waits until nothing has been painted for `quietMs`. */
export async function paintsAreOver(element: Locator, quietMs: number): Promise<void> {
  await element.evaluate(
    async (_root, quiet) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          const waitMs = benchPaints.lastAt + quiet - Date.now();
          if (waitMs <= 0) {
            resolve();
          } else {
            setTimeout(look, waitMs);
          }
        };
        look();
      }),
    quietMs,
    { timeout: 0 },
  );
}
