import type { FrameLocator, Page } from 'playwright-core';

declare const parleyBench: { keyAt: number };

/** Notes when a key or the pointer was last pressed in the window, for `keyToPaint`. */
export async function noteKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const clock = { keyAt: NaN };
    Object.assign(globalThis, { parleyBench: clock });
    for (const type of ['keydown', 'pointerdown']) {
      addEventListener(type, () => void (clock.keyAt = Date.now()), true);
    }
  });
}

/** How long it took from the last press in `press` until `shown` told when it was painted. */
export async function keyToPaint(
  page: Page,
  press: () => Promise<void>,
  shown: () => Promise<number>,
): Promise<number> {
  const paintedAt = shown();
  await press();
  const tookMs = (await paintedAt) - (await page.evaluate(() => parleyBench.keyAt));
  if (Number.isNaN(tookMs)) {
    throw new Error('Nothing was pressed, or nothing was painted.');
  }
  return tookMs;
}

/** When an element that can be seen was painted, by `Date.now()`; it may be there in 30 seconds at most. */
export async function painted(place: Page | FrameLocator, selector: string): Promise<number> {
  return place
    .locator('body')
    .first()
    .evaluate(
      async (body, selector) =>
        new Promise<number>((resolve, reject) => {
          const deadline = Date.now() + 30_000;
          const look = (): void => {
            const isShown = [...body.querySelectorAll(selector)].some((one) => {
              const { bottom, height } = one.getBoundingClientRect();
              return height > 0 && bottom > 0 && bottom <= innerHeight;
            });
            if (isShown) {
              // The frame that shows it is over when the next task runs.
              requestAnimationFrame(() => setTimeout(() => resolve(Date.now())));
            } else if (Date.now() > deadline) {
              reject(new Error(`${selector} is not shown.`));
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }),
      selector,
    );
}
