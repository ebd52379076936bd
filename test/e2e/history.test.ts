import assert from 'node:assert/strict';
import { runPaletteCommand } from '../launch/openWorkbench.ts';
import { serveCanary, type CanaryService } from './canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from './parleyWindow.ts';

describe('the chats of before', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  before(async () => {
    service = await serveCanary();
    parley = await openParley({
      'parley.connections': [
        { id: 'a', name: 'Loopback', baseUrl: service.baseUrl, model: 'demo-echo' },
      ],
    });
    await parley.useCanary();
    for (const message of ['Why is the sky blue?', 'How deep is the sea?']) {
      await parley.say(message);
      await parley.replyEnded();
      await runPaletteCommand(parley.page, 'Parley: New Chat');
      await parley.panel.locator('article').first().waitFor({ state: 'detached' });
    }
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  async function rows() {
    await runPaletteCommand(parley.page, 'Parley: Show Chats');
    const list = parley.page.locator('.quick-input-widget .monaco-list-row');
    await list.filter({ hasText: 'sky' }).waitFor();
    return list;
  }

  it('are listed, the newest first, and one is opened', async () => {
    const { page, panel } = parley;
    const list = await rows();
    assert.match(await list.first().innerText(), /How deep is the sea\?/);
    await parley.screenshot('history');
    await page.keyboard.type('sky');
    await list.filter({ hasText: 'sea' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await panel.locator('article.reply', { hasText: 'Why is the sky blue?' }).waitFor();
  });

  it('get a name', async () => {
    const { page } = parley;
    const row = (await rows()).filter({ hasText: 'sea' });
    await row.hover();
    await row.getByRole('button', { name: 'Rename…' }).click();
    const box = page.locator('.quick-input-widget');
    await box.getByText('Leave it empty').waitFor();
    await box.locator('input').fill('About the sea');
    await page.keyboard.press('Enter');
    await box.locator('.monaco-list-row', { hasText: 'About the sea' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('are deleted, and brought back', async () => {
    const { page, panel } = parley;
    const list = await rows();
    const row = list.filter({ hasText: 'sky' });
    await row.hover();
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // It was shown: the panel is empty now.
    await panel.locator('article').first().waitFor({ state: 'detached' });
    // A window under test shows no toasts; the notification is in their list.
    await runPaletteCommand(page, 'Notifications: Show Notifications');
    const notification = page.locator('.notification-list-item', { hasText: 'was deleted' });
    await notification.getByRole('button', { name: 'Undo' }).click();
    await notification.waitFor({ state: 'detached' });
    await (await rows()).filter({ hasText: 'sky' }).click();
    await panel.locator('article.reply', { hasText: 'Why is the sky blue?' }).waitFor();
  });
});
