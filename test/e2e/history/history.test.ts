import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('the chats of before', () => {
  let parley: ParleyWindow;
  withParley((opened) => ({ parley } = opened));
  before(async () => {
    const messages = ['Why is the sky blue?\nWhere is the needle?', 'How deep is the sea?'];
    for (const message of messages) {
      await parley.say(message);
      await parley.replyEnded();
      await parley.newChat();
    }
  });

  /** The row with these words; what a row showed before may still be in it, unseen. */
  const row = (words: string) =>
    parley.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="${words}"]`);

  async function rows() {
    await runPaletteCommand(parley.page, 'Parley: Show Chats');
    await row('sky').waitFor();
    return parley.page.locator('.quick-input-widget .monaco-list-row');
  }

  it('are listed, the newest first, and one is opened', async () => {
    const { page, panel } = parley;
    const list = await rows();
    assert.match(await list.first().innerText(), /How deep is the sea\?/);
    await parley.screenshot('history');
    await page.keyboard.type('sky');
    await row('sea').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await panel.locator('article.reply', { hasText: 'Why is the sky blue?' }).waitFor();
  });

  it('are found by what was said in them, and by what they are asked with', async () => {
    const { page } = parley;
    const list = await rows();
    const box = page.locator('.quick-input-widget input');
    await page.keyboard.type('needle');
    await row('Where is the needle?').waitFor();
    assert.match((await row('sky').getAttribute('aria-label')) ?? '', /Where is the needle\?/);
    await row('sea').waitFor({ state: 'detached' });
    await box.fill('model:');
    await row('model:demo-echo').waitFor();
    await parley.screenshot('history-filter');
    await page.keyboard.press('Enter');
    await row('model:demo-echo').waitFor({ state: 'detached' });
    await row('sea').waitFor();
    assert.equal(await box.inputValue(), 'model:demo-echo ');
    await page.keyboard.type('needle');
    await row('sea').waitFor({ state: 'detached' });
    await row('Where is the needle?').waitFor();
    assert.equal(await list.count(), 1);
    await page.keyboard.press('Escape');
    await row('sky').waitFor({ state: 'hidden' });
  });

  it('get a name', async () => {
    const { page } = parley;
    await rows();
    await row('sea').hover();
    await row('sea').getByRole('button', { name: 'Rename' }).click();
    const box = page.locator('.quick-input-widget');
    await box.getByText('Leave empty').waitFor();
    await box.locator('input').fill('About the sea');
    await page.keyboard.press('Enter');
    await box.locator('.monaco-list-row', { hasText: 'About the sea' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('are pinned and unpinned', async () => {
    await rows();
    const press = async (button: string) => {
      await row('sky').hover();
      await row('sky').getByRole('button', { name: button, exact: true }).click();
    };
    await press('Pin');
    const list = parley.page.locator('.quick-input-widget .monaco-list-row');
    await list.filter({ hasText: 'Pinned' }).waitFor();
    await press('Unpin');
    await list.filter({ hasText: 'Pinned' }).waitFor({ state: 'detached' });
    await parley.page.keyboard.press('Escape');
  });

  it('are deleted, and brought back', async () => {
    const { page, panel } = parley;
    await rows();
    await row('sky').hover();
    await row('sky').getByRole('button', { name: 'Delete' }).click();
    await row('sky').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    // It was shown: the panel is empty now.
    await panel.locator('article').first().waitFor({ state: 'detached' });
    // A window under test shows no toasts; the notification is in their list.
    const notification = await shownNotification(parley, 'was deleted');
    await notification.getByRole('button', { name: 'Undo' }).click();
    await notification.waitFor({ state: 'detached' });
    await rows();
    await row('sky').click();
    await panel.locator('article.reply', { hasText: 'Why is the sky blue?' }).waitFor();
  });

  it('are deleted for good once the offer to undo that is closed', async () => {
    const { page, dataFolder } = parley;
    const conversations = join(
      dataFolder,
      'data/User/globalStorage/parley-chat.parley/conversations',
    );
    const stored = async () => (await readdir(conversations)).filter((name) => !name.includes('.'));
    const before = (await stored()).length;
    await rows();
    await row('sky').hover();
    await row('sky').getByRole('button', { name: 'Delete' }).click();
    await row('sky').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await shownNotification(parley, 'was deleted');
    const removed = join(conversations, '.removed');
    assert.equal((await readdir(removed)).length, 1);
    await parley.runCommand('notifications.clearAll');
    await until('it is gone', async () => (await readdir(removed)).length === 0);
    assert.equal((await stored()).length, before - 1);
  });
});
