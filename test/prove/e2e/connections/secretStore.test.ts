import assert from 'node:assert/strict';
import { findVSCode } from '../../../launch/vscode/findVSCode.ts';
import { runPaletteCommand } from '../../../launch/vscode/openWorkbench.ts';
import {
  canaryKey,
  canaryPrompt,
  serveCanary,
  type CanaryService,
} from '../../../e2e/support/canary.ts';
import {
  openParley,
  pictureFailure,
  type ParleyWindow,
} from '../../../e2e/support/parleyWindow.ts';

/** VS Code in a browser has no keyring: a reload is the restart after which its keys are gone. */
describe('a secret store that keeps keys in memory only', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  before(async function () {
    if ((await findVSCode()).kind === 'desktop') {
      this.skip();
    }
    service = await serveCanary();
    const connection = { id: 'mine', name: 'Mine', baseUrl: service.baseUrl, model: 'demo-echo' };
    parley = await openParley({ 'parley.connections': [connection] });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley?.close();
    await service?.close();
  });

  it('is said to have lost the key before a request leaves without it', async () => {
    await parley.useCanary();
    await parley.say(canaryPrompt);
    await parley.panel.locator('article.reply', { hasText: canaryPrompt }).waitFor();
    await parley.replyEnded();
    await parley.reload();
    // Which chat a window shows is kept by VS Code, which may not have written it before a reload.
    await runPaletteCommand(parley.page, 'Parley: Show Chats');
    const chats = parley.page.locator('.quick-input-widget .monaco-list-row');
    await chats.filter({ hasText: canaryPrompt }).first().click();
    await parley.panel.getByText(canaryPrompt).first().waitFor();
    const before = service.requests.length;
    await parley.say('After the restart');
    const box = parley.page.locator('.quick-input-widget');
    await box.getByText('no longer has the API key').waitFor();
    await parley.screenshot('key-lost');
    assert.equal(service.requests.length, before);
  });

  it('takes the key again, and the message is sent', async () => {
    const { page, panel } = parley;
    const box = page.locator('.quick-input-widget');
    await box.locator('input[type=password]').fill(canaryKey);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar', { hasText: 'The API key was saved and' }).waitFor();
    await panel.locator('article.reply', { hasText: 'After the restart' }).waitFor();
    assert.ok(service.requests.every(({ authorization }) => authorization !== null));
  });
});
