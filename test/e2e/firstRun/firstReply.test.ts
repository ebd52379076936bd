import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { canaryKey, canaryPrompt, serveCanary, type CanaryService } from '../support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../support/parleyWindow.ts';

describe('from the installation to the first reply of a service with a key', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  before(async () => {
    service = await serveCanary();
    parley = await openParley({}, { isStock: true });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  it('there is one click, and what is typed goes where it belongs', async () => {
    const { page, panel } = parley;
    const { keyboard } = page;
    const clicks = await countClicks(page);
    const connect = panel.getByRole('button', { name: 'Connect to a Service…' });
    const place = await connect.boundingBox();
    assert.ok(place);
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);

    const box = page.locator('.quick-input-widget');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await keyboard.type(service.baseUrl);
    await keyboard.press('Enter');
    await box.locator('.quick-input-title', { hasText: '2/2' }).waitFor();
    await keyboard.type(canaryKey);
    await keyboard.press('Enter');
    // The first model is the active one; another is found by typing.
    await box.locator('.monaco-list-row', { hasText: 'demo-tour' }).waitFor();
    await keyboard.type('echo');
    await box.locator('.monaco-list-row.focused', { hasText: 'demo-echo' }).waitFor();
    await keyboard.press('Enter');
    await panel.locator('.composer-text:focus').waitFor();
    await keyboard.type(canaryPrompt);
    await keyboard.press('Enter');
    await panel.locator('article.reply', { hasText: canaryPrompt }).waitFor();
    assert.equal(await clicks(), 1);
  });
});

/** Counts the presses of mouse buttons in all frames from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const frames = page.frames();
  await Promise.all(
    frames.map(async (frame) =>
      frame.evaluate(() => {
        document.documentElement.dataset['clicks'] = '0';
        const { dataset } = document.documentElement;
        const count = (): void => {
          dataset['clicks'] = `${Number(dataset['clicks']) + 1}`;
        };
        window.addEventListener('pointerdown', count, { capture: true });
      }),
    ),
  );
  return async () => {
    const counts = frames.map(async (frame) =>
      frame.evaluate(() => Number(document.documentElement.dataset['clicks'])),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}
