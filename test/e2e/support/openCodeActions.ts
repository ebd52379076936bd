import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/**
 * Opens the list of code actions with its key, and waits until it has one with these words. What gets the focus late
 * closes the list, and it has only what is known when it opens: then it is opened again.
 */
export async function openCodeActions(page: Page, words: string): Promise<void> {
  const action = page.locator('.action-widget .monaco-list-row', { hasText: words }).first();
  await until(`${words} is listed`, async () => {
    await page.keyboard.press('Control+.');
    return action.waitFor({ timeout: 10_000 }).then(
      () => true,
      async () => {
        // Where no list is open, it would take the selection.
        if (await page.locator('.action-widget').isVisible()) {
          await page.keyboard.press('Escape');
        }
        return false;
      },
    );
  });
}
