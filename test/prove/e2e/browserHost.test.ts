import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createDemoService } from '../../../src/demo/service.ts';
import { findVSCode } from '../../launch/vscode/findVSCode.ts';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { canaryKey, serveCanary, type CanaryService } from '../../e2e/support/canary.ts';
import { openToWebPages } from '../../e2e/support/openToWebPages.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../../e2e/support/parleyWindow.ts';

/** Parley within a web worker of the page, where there is no Node and every request obeys CORS. */
describe('the browser host', () => {
  let open: CanaryService;
  let closed: CanaryService;
  let parley: ParleyWindow;
  before(async function () {
    if ((await findVSCode()).kind !== 'server') {
      // The setting moves an extension between the hosts of a remote window only.
      this.skip();
    }
    open = await serveCanary(openToWebPages(createDemoService({ apiKey: canaryKey, delayMs: 0 })));
    closed = await serveCanary();
    parley = await openParley(
      {
        'remote.extensionKind': { 'parley-chat.parley': ['web'] },
        'parley.connections': [
          // What sends requests with such a limit where extensions run in Node is not there.
          {
            id: 'open',
            name: 'Open',
            baseUrl: open.baseUrl,
            model: 'demo-echo',
            idleTimeoutSeconds: 600,
          },
          { id: 'closed', name: 'Closed', baseUrl: closed.baseUrl, model: 'demo-echo' },
          {
            id: 'command',
            name: 'Command',
            baseUrl: open.baseUrl,
            model: 'demo-echo',
            keyFrom: { kind: 'command', command: 'give-key' },
          },
        ],
      },
      { isInPage: true },
    );
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await Promise.all([open.close(), closed.close()]);
  });

  it('streams a reply from a service that lets web pages in', async () => {
    await parley.useCanary();
    await parley.say('Out of the browser');
    await parley.replyEnded();
    await parley.panel.locator('article.reply', { hasText: 'Out of the browser' }).waitFor();
  });

  it('writes a page of the chat, whose bundle is loaded without Node', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Export Chats');
    // The chat in front is chosen.
    await page.getByPlaceholder('Select chats to export').press('Enter');
    const input = page.locator('.quick-input-widget input').first();
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('.quick-input-widget input')?.value.endsWith('.md'),
    );
    const path = (await input.inputValue()).replace(/\.md$/, '.html');
    await input.fill(path);
    await page.keyboard.press('Enter');
    await until(
      'the page is written',
      async () => existsSync(path) && (await readFile(path, 'utf8')) !== '',
    );
    assert.match(await readFile(path, 'utf8'), /<h1 dir="auto">Out of the browser<\/h1>/);
  });

  it('says why a service that does not cannot be used', async () => {
    const { page, panel } = parley;
    await runPaletteCommand(page, 'Parley: Choose Model');
    const box = page.locator('.quick-input-widget');
    await box.locator('input').fill('Closed');
    await box.locator('.monaco-list-row.focused', { hasText: 'Closed' }).waitFor();
    await page.keyboard.press('Enter');
    await parley.say('To a closed door');
    await parley.replyEnded();
    const card = panel.locator('article.reply').last();
    await card.getByText('Blocked by the browser', { exact: true }).waitFor();
    await card.getByText('Details').click();
    await card.getByText('CORS').waitFor();
  });

  it('has no command for a key, and says so', async () => {
    const { page, panel } = parley;
    const before = open.requests.length;
    await runPaletteCommand(page, 'Parley: Manage Connections');
    const tab = tabFrame(page);
    await tab.getByRole('button', { name: 'Edit: Closed' }).click();
    const offered = tab.getByRole('combobox', { name: 'API key' }).locator('option');
    await offered.first().waitFor({ state: 'attached' });
    await until('it is known what there is', async () => (await offered.count()) === 3);
    await tab.getByRole('button', { name: 'Edit: Command' }).click();
    await tab.getByText('Not available in VS Code in a browser').waitFor();
    await tab.getByRole('button', { name: 'New Chat With It: Command' }).click();
    await parley.say('Without a key');
    await parley.replyEnded();
    const card = panel.locator('article.reply').last();
    await card.getByText('Not available in the browser', { exact: true }).waitFor();
    assert.equal(open.requests.length, before);
  });
});
