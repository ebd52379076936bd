import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { serveHandler } from '../../support/service/loopbackServer.ts';
import {
  allowContact,
  canaryKey,
  canaryPrompt,
  serveCanary,
  type CanaryService,
} from '../support/canary.ts';
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
    await box.locator('.monaco-list-row', { hasText: 'must begin with https://' }).waitFor();
    await parley.screenshot('connect-wrong-address');
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

  it('picks a service by its name', async () => {
    const { page } = parley;
    const box = page.locator('.quick-input-widget');
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('.monaco-list-row', { hasText: 'OpenRouter' }).waitFor();
    await parley.screenshot('connect-services');
    await page.keyboard.type('gemini');
    await box.locator('.monaco-list-row.focused', { hasText: 'Google Gemini' }).waitFor();
    await box.locator('input').fill('');
    await page.keyboard.type('openai');
    await box.locator('.monaco-list-row.focused', { hasText: 'api.openai.com' }).waitFor();
    await parley.screenshot('connect-openai');
    await page.keyboard.press('Enter');
    await box
      .locator('.quick-input-message', { hasText: 'API key for https://api.openai.com,' })
      .waitFor();
    await parley.screenshot('connect-openai-key');
    await page.keyboard.press('Escape');
  });

  it('asks for the service of a key alone', async () => {
    const { page, panel } = parley;
    const box = page.locator('.quick-input-widget');
    const alone = 'sk-1a2b3c4d5e6f7a8b9c0d';
    const keyed = await serveCanary(createDemoService({ apiKey: alone, delayMs: 0 }));
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await box.locator('input').fill(alone);
    await box.locator('.monaco-list-row.focused', { hasText: 'API key' }).waitFor();
    await page.keyboard.press('Enter');
    await box.getByPlaceholder('Choose the service of this API key').waitFor();
    await parley.screenshot('connect-key-alone');
    await box.locator('input').fill(keyed.origin);
    await page.keyboard.press('Enter');
    await box.locator('.monaco-list-row', { hasText: 'demo-echo' }).click();
    await panel.getByText(`to \u2068${new URL(keyed.origin).host}\u2069`).waitFor();
    await keyed.close();
  });

  it('takes what the clipboard holds', async () => {
    const { page } = parley;
    const box = page.locator('.quick-input-widget');
    await page.evaluate(async () =>
      navigator.clipboard.writeText('client = OpenAI(\n  base_url="https://host.invalid/v1"\n)'),
    );
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await box.locator('input').fill('clipboard');
    await box.locator('.monaco-list-row.focused', { hasText: 'Paste From Clipboard' }).waitFor();
    await page.keyboard.press('Enter');
    await box
      .locator('.quick-input-message', { hasText: 'API key for https://host.invalid,' })
      .waitFor();
    await parley.screenshot('connect-clipboard');
    await page.keyboard.press('Escape');
    await page.evaluate(async () => navigator.clipboard.writeText(''));
  });

  it('uses the only server on this computer without a further choice', async () => {
    const { page, panel } = parley;
    const box = page.locator('.quick-input-widget');
    const usual = ['11434', '1234', '8080', '8000'].map((port) => `http://127.0.0.1:${port}`);
    usual.forEach(allowContact);
    const demo = createDemoService({ delayMs: 0 });
    const local = await serveHandler(async (request) => demo.handle(request), 1234);
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await box.locator('input').fill('this computer');
    await box.locator('.monaco-list-row.focused', { hasText: 'Use a Server on' }).waitFor();
    await page.keyboard.press('Enter');
    await box.locator('.quick-input-title', { hasText: 'Connected:' }).waitFor();
    await parley.screenshot('connect-local-server');
    await box.locator('.monaco-list-row', { hasText: 'demo-echo' }).click();
    await panel.getByText('to \u2068LM Studio\u2069').waitFor();
    await local.close();
    await runPaletteCommand(page, 'Parley: Connect to a Service');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await box.locator('input').fill('this computer');
    await box.locator('.monaco-list-row.focused', { hasText: 'Use a Server on' }).waitFor();
    await page.keyboard.press('Enter');
    await box.getByText('No server found on this computer').waitFor();
    await parley.screenshot('connect-no-local-server');
    await page.keyboard.press('Escape');
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
      const form = tabFrame(page).getByRole('group', { name: 'New connection' });
      await form.getByText('There is no model list at this address', { exact: true }).waitFor();
      await form.locator('input:focus').waitFor();
      await page.keyboard.type('demo-echo');
      await parley.screenshot('connect-without-list');
      await page.keyboard.press('Enter');
      const use = tabFrame(page).getByRole('button', { name: /^New Chat With It: 127/ });
      await use.and(tabFrame(page).locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      await panel.getByText('Nothing is sent until you send it.').waitFor();
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
