import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, canaryPrompt, serveCanary, type CanaryService } from '../support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../support/parleyWindow.ts';

describe('connect to a service', () => {
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

  it('asks nobody anything before the user does', () => {
    assert.deepEqual(service.requests, []);
  });

  it('says at once what is wrong with an address', async () => {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: 'Connect to a Service…' }).click();
    const box = page.locator('.quick-input-widget');
    await box.locator('input').fill('ftp://example.com');
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-message', { hasText: /http/ }).waitFor();
  });

  it('says at once that a key is wrong, and what was tried', async () => {
    const { page } = parley;
    const box = page.locator('.quick-input-widget');
    await box.locator('input').fill(service.origin);
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-title', { hasText: '2/2' }).waitFor();
    await box.locator('input').fill('sk-wrong');
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-message', { hasText: `${service.origin}/v1/models` }).waitFor();
    await parley.screenshot('connect-wrong-key');
  });

  it('takes the right key and leads to the choice of a model', async () => {
    const { page, panel } = parley;
    const box = page.locator('.quick-input-widget');
    await box.locator('input').fill(canaryKey);
    await page.keyboard.press('Enter');
    const row = box.locator('.monaco-list-row', { hasText: 'demo-echo' });
    await row.waitFor();
    await parley.screenshot('choose-model');
    await row.click();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
  });

  it('carries a message there and back', async () => {
    await parley.say(canaryPrompt);
    await parley.replyEnded();
    await parley.panel.locator('article.reply', { hasText: canaryPrompt }).waitFor();
  });

  it('has contacted the two addresses of the interface, the key in its header', () => {
    assert.deepEqual(
      service.requests.map(({ path, authorization }) => [
        path,
        authorization === `Bearer ${canaryKey}`,
      ]),
      [
        ['/v1/models', false],
        ['/v1/models', true],
        ['/v1/chat/completions', true],
      ],
    );
  });

  it('goes on with a typed model where the service has no list', async () => {
    const demo = createDemoService({ apiKey: canaryKey, delayMs: 0 });
    const listless = await serveCanary({
      async handle(request) {
        return request.method === 'GET' ? new Response('', { status: 404 }) : demo.handle(request);
      },
    });
    try {
      const { page, panel } = parley;
      await runPaletteCommand(page, 'Parley: Connect to a Service');
      const box = page.locator('.quick-input-widget');
      const step = async (title: string, answer: string) => {
        await box.locator('.quick-input-title', { hasText: title }).waitFor();
        await box.locator('input').fill(answer);
        await page.keyboard.press('Enter');
      };
      await step('1/2', listless.origin);
      await step('2/2', canaryKey);
      await box.locator('.quick-input-message', { hasText: '/v1/models: 404' }).waitFor();
      await parley.screenshot('connect-without-list');
      await step('3/3', 'demo-echo');
      // The model before had the same name; only this says that the connection is in use.
      await panel.getByText(`to \u2068${new URL(listless.origin).host}\u2069`).waitFor();
      await parley.say('Without a list');
      await parley.replyEnded();
      await panel.locator('article.reply', { hasText: 'Without a list' }).waitFor();
      await panel.getByRole('button', { name: 'Model: demo-echo' }).click();
      await box.getByText('This service has no model list').waitFor();
      await page.keyboard.press('Escape');
    } finally {
      await listless.close();
    }
  });
});
