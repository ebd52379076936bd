import type { BrowserContext, Page } from 'playwright-core';

/** Settings of a window that nobody looks at: to draw what moves takes a fifth of the time of its tests. */
export const stillSettings = { 'workbench.reduceMotion': 'on' } as const;

/** Stops what these settings leave moving in the pages of VS Code, such as its spinners. Parley's own pages move on. */
export async function stopAnimations(pages: BrowserContext | Page): Promise<void> {
  await pages.addInitScript(() => {
    if (window.top === window) {
      const still = new CSSStyleSheet();
      still.replaceSync('*, *::before, *::after { animation: none !important }');
      document.adoptedStyleSheets = [still];
    }
  });
}
