/** How long the page is kept busy at a time by what can wait. */
const sliceMs = 5;

/** Even a page that is always busy gives some time to what can wait, this often. */
const longestWaitMs = 100;

/** Resolves when the page has nothing else to do, with the time until which it may be kept busy. */
export async function idleTime(): Promise<number> {
  return new Promise((resolve) => {
    // Not every browser that VS Code runs in has idle callbacks.
    if (typeof requestIdleCallback === 'undefined') {
      setTimeout(() => resolve(performance.now() + sliceMs), sliceMs);
    } else {
      requestIdleCallback(() => resolve(performance.now() + sliceMs), { timeout: longestWaitMs });
    }
  });
}
