/** How long one slice of background work may keep the page busy. */
const sliceMs = 5;

/** Background work gets a slice at least this often, even if the page is never idle. */
const maxWaitMs = 100;

/**
 * Resolves when the page is idle, with the time (on the clock of `performance.now`) until which the
 * caller may work before it waits again.
 */
export async function idleTime(): Promise<number> {
  return new Promise((resolve) => {
    // Not every browser that VS Code for the Web supports has idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      setTimeout(() => resolve(performance.now() + sliceMs), sliceMs);
    } else {
      requestIdleCallback(() => resolve(performance.now() + sliceMs), { timeout: maxWaitMs });
    }
  });
}
