import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('the chats in the side bar', () => {
  let parley: ParleyWindow;
  withParley((opened) => ({ parley } = opened));
  before(async () => {
    for (const message of ['Why is the sky blue?\nWhere is the needle?', 'How deep is the sea?']) {
      await parley.say(message);
      await parley.replyEnded();
      await parley.newChat();
    }
    await runPaletteCommand(parley.page, 'Parley: Focus on Chats View');
    await row('sky').waitFor();
  });

  const row = (words: string) =>
    parley.page.locator(`.part.sidebar .monaco-list-row[aria-label*="${words}"]`);

  const selected = async (...words: readonly string[]) => {
    for (const one of words) {
      await row(one).and(parley.page.locator('.selected')).waitFor();
    }
  };

  it('open on a click and show what is said from then on', async () => {
    const { panel } = parley;
    await row('sky').click();
    await panel.locator('article.reply', { hasText: 'Why is the sky blue?' }).waitFor();
    await parley.say('And the grass?');
    await parley.replyEnded();
    // Its row is the first below the heading then: no row moves away under the click.
    await row('sky').and(parley.page.locator('[data-index="1"]')).waitFor();
    await row('sea').click();
    await panel.locator('article.reply', { hasText: 'How deep is the sea?' }).waitFor();
    await parley.screenshot('chats-tree');
  });

  it('are renamed with F2 and deleted with Delete, several at once', async () => {
    const { page } = parley;
    // The chat has the focus since it was opened; its row is still selected.
    await runPaletteCommand(page, 'Parley: Focus on Chats View');
    await row('sea').and(page.locator('.selected')).waitFor();
    await page.locator('.part.sidebar .monaco-list:focus').waitFor();
    await page.keyboard.press('F2');
    const box = page.locator('.quick-input-widget');
    await box.getByText('Leave empty').waitFor();
    await box.locator('input').fill('About the ocean');
    await page.keyboard.press('Enter');
    await row('About the ocean').waitFor();
    await page.locator('.part.sidebar .monaco-list:focus').waitFor();
    await row('sky').click({ modifiers: ['ControlOrMeta'] });
    await selected('sky', 'ocean');
    await page.keyboard.press('Delete');
    await row('sky').waitFor({ state: 'detached' });
    await row('ocean').waitFor({ state: 'detached' });
    const notification = await shownNotification(parley, '2 chats were deleted');
    await notification.getByRole('button', { name: 'Undo' }).click();
    await row('sky').waitFor();
    await row('ocean').waitFor();
  });

  it('are pinned and unpinned, several at once', async () => {
    const { page } = parley;
    // VS Code draws the list again when a chat is opened or was changed. A button of before takes a click in vain.
    const timeout = 3000;
    const pressOnBoth = async (name: string, isDone: () => Promise<void>) =>
      until(`${name} has had its effect`, async () => {
        await row('sky').click();
        await row('ocean').click({ modifiers: ['ControlOrMeta'] });
        await selected('sky', 'ocean');
        await row('sky').hover();
        const button = row('sky').getByRole('button', { name, exact: true });
        await button.click({ timeout }).catch(() => undefined);
        return isDone().then(
          () => true,
          () => false,
        );
      });
    const pin = 'Pin or Unpin Chat';
    const pinned = page.locator('.part.sidebar .monaco-list-row[aria-label^="Pinned"]');
    await pressOnBoth(pin, async () => pinned.filter({ hasText: /2$/ }).waitFor({ timeout }));
    await parley.screenshot('chats-tree-several');
    await pressOnBoth(pin, async () => pinned.waitFor({ state: 'detached', timeout }));
  });

  it('are filtered by what was said in them', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Filter Chats');
    const box = page.locator('.quick-input-widget');
    await box.getByText('Filter with').waitFor();
    await box.locator('input').fill('needle');
    await row('ocean').waitFor({ state: 'detached' });
    await row('sky').waitFor();
    await page.keyboard.press('Enter');
    await runPaletteCommand(page, 'Parley: Filter Chats');
    await box.getByText('Filter with').waitFor();
    // What was typed is selected.
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await row('ocean').waitFor();
    assert.equal(await row('sky').count(), 1);
  });
});
