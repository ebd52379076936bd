import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDemoService } from '../../src/demo/service.ts';
import { serveHandler, type LoopbackServer } from '../support/loopbackServer.ts';
import { until } from '../support/until.ts';
import { openParley, pictureFailure, type ParleyWindow } from './parleyWindow.ts';

const key = 'sk-canary-6f1d0c2b9a';
const prompt = 'canary prompt 42';

describe('connect to a service', () => {
  const demo = createDemoService({ apiKey: key, delayMs: 0 });
  const requests: { readonly url: string; readonly authorization: string | null }[] = [];
  let service: LoopbackServer;
  let parley: ParleyWindow;
  before(async () => {
    service = await serveHandler(async (request) => {
      requests.push({
        url: new URL(request.url).pathname,
        authorization: request.headers.get('authorization'),
      });
      return demo.handle(request);
    });
    parley = await openParley();
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  it('asks nobody anything before the user does', () => {
    assert.deepEqual(requests, []);
  });

  it('says at once what is wrong with an address', async () => {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: 'Connect to a service…' }).click();
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
    await box.locator('input').fill(key);
    await page.keyboard.press('Enter');
    const row = box.locator('.monaco-list-row', { hasText: 'demo-echo' });
    await row.waitFor();
    await parley.screenshot('choose-model');
    await row.click();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
  });

  it('carries a message there and back', async () => {
    await parley.say(prompt);
    await parley.replyEnded();
    await parley.panel.locator('article.reply', { hasText: prompt }).waitFor();
  });

  it('has contacted the two addresses of the interface, the key in its header', () => {
    assert.deepEqual(
      requests.map(({ url, authorization }) => [url, authorization === `Bearer ${key}`]),
      [
        ['/v1/models', false],
        ['/v1/models', true],
        ['/v1/chat/completions', true],
      ],
    );
  });

  it('has the key in no file, log or setting, and in no page', async () => {
    const { page, panel, dataFolder } = parley;
    assert.deepEqual(await filesWith(dataFolder, key), []);
    assert.doesNotMatch(await page.content(), new RegExp(key));
    assert.doesNotMatch(await panel.locator('html').innerHTML(), new RegExp(key));
  });

  it('has the prompt in the conversation but in no log', async () => {
    const files = await until('the conversation is saved', async () => {
      const found = await filesWith(parley.dataFolder, prompt);
      return found.some((file) => file.includes('conversations')) && found;
    });
    assert.deepEqual(
      files.filter((file) => /[\\/]logs[\\/]/.test(file)),
      [],
    );
  });
});

/** The files under `folder` that hold `text`, but for the browser's own profile. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(folder, 'browser')));
  const hits = await Promise.all(
    // A temporary file may be gone again.
    files.map(async (file) => (await readFile(file).catch(() => '')).includes(text)),
  );
  return files.filter((_file, index) => hits[index]);
}
