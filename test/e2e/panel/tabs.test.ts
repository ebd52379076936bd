import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { createDemoService } from '../../../src/demo/service.ts';
import { until } from '../../support/until.ts';
import {
  chooseInMenu,
  parleyIcon,
  runPaletteCommand,
  tabFrame,
} from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('chats in editor tabs', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  withParley((opened) => ({ service, parley } = opened), {
    demo: createDemoService({ apiKey: canaryKey }),
  });

  const box = (panel: FrameLocator) => panel.getByRole('textbox', { name: 'Message' });
  const title = (text: string) =>
    parley.page.locator('.editor-group-container .tab', { hasText: text });

  it('stand beside the side bar, which stays where the user moves it', async () => {
    const { page, panel, composer } = parley;
    await composer.fill('a draft that moves along');
    await parleyIcon(page).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move To' }).hover();
    await page.getByRole('menuitem', { name: 'Secondary Side Bar' }).hover();
    await page.keyboard.press('Enter');
    await page.locator('.part.auxiliarybar [role=tab]', { hasText: 'Parley' }).waitFor();
    await parleyIcon(page).waitFor({ state: 'detached' });
    await until('the draft', async () => (await composer.inputValue()) !== '');
    assert.equal(await composer.inputValue(), 'a draft that moves along');
    await composer.fill('');
    await parley.runCommand('workbench.action.closeAuxiliaryBar');
    await composer.waitFor({ state: 'detached' });
    await runPaletteCommand(page, 'Parley: Open Chat');
    await page.locator('.part.auxiliarybar [role=tab]', { hasText: 'Parley' }).waitFor();
    await panel.locator('.composer-text:focus').waitFor();
    await parley.runCommand('workbench.view.explorer');
  });

  it('show the same chat as the side bar, whichever of the two it is sent from', async () => {
    const { page, panel } = parley;
    await parley.say('From the side bar');
    await parley.replyEnded();
    await runPaletteCommand(page, 'Parley: Open Chat in Editor Tab');
    const tab = tabFrame(page);
    await tab.locator('article.reply', { hasText: 'From the side bar' }).waitFor();
    await title('From the side bar').waitFor();
    await box(panel).fill('a draft of the side bar');
    await box(tab).fill('From the tab');
    await box(tab).press('Enter');
    for (const place of [panel, tab]) {
      await place.locator('article.reply[aria-busy=false]', { hasText: 'From the tab' }).waitFor();
    }
    assert.equal(await box(panel).inputValue(), 'a draft of the side bar');
    assert.equal(await box(tab).inputValue(), '');
    await parley.screenshot('tab');
  });

  it('begin a new chat of their own', async () => {
    const { page, panel } = parley;
    const tab = tabFrame(page);
    await page
      .locator('.editor-group-container')
      .getByRole('button', { name: /New Chat/ })
      .click();
    await tab.locator('article').first().waitFor({ state: 'detached' });
    await title('New Chat').waitFor();
    await panel.locator('article.reply', { hasText: 'From the tab' }).waitFor();
    await box(tab).fill('Something else');
    await box(tab).press('Enter');
    await tab.locator('article.reply[aria-busy=false]', { hasText: 'Something else' }).waitFor();
    await title('Something else').waitFor();
  });

  it('take a file that is dragged from the explorer with Shift', async () => {
    const { page, panel, composer } = parley;
    const file = page.locator('.explorer-folders-view').getByText('README.md', { exact: true });
    const [from, to] = [await file.boundingBox(), await composer.boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.keyboard.down('Shift');
    await page.mouse.move(to.x + 5, to.y - 200, { steps: 5 });
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 5 });
    await panel.getByText('Drop to add the files').waitFor();
    await parley.screenshot('drop');
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await panel.locator('.attachments .chip', { hasText: 'README.md' }).waitFor();
    await panel.getByRole('button', { name: /^Remove README\.md/ }).click();
  });

  it('take a file from the menu of the explorer, and send what is in it then', async () => {
    const { page, panel, composer } = parley;
    // The file goes to the panel that was used last.
    await composer.click();
    const row = page.locator('.explorer-folders-view').getByText('README.md', { exact: true });
    await chooseInMenu(page, row, 'Add to Parley');
    await panel.locator('.attachments .chip', { hasText: 'README.md' }).waitFor();
    await parley.screenshot('file-added');
    await parley.say('What is this?');
    await panel.locator('article.reply[aria-busy=false]', { hasText: 'What is this?' }).waitFor();
    assert.match(lastMessages(service).at(-1) ?? '', /^What is this\?\n\nREADME\.md, lines 1–/);
  });

  it('follow the settings for font and density at once, in every panel', async () => {
    const { page, panel, composer } = parley;
    // What is typed before the editor is ready is lost in part.
    const query = '@id:parley.fontSize,parley.fontFamily,parley.density';
    await parley.runCommand('workbench.action.openSettings', query);
    // Before, all settings are shown, and the editor has a font size, too.
    await page.locator('.settings-count-widget', { hasText: /^3 / }).waitFor();
    const setting = (name: string) =>
      page.locator('.setting-item-contents', {
        has: page.locator('.setting-item-label', { hasText: new RegExp(`^${name}$`) }),
      });
    const styles = async () =>
      composer.evaluate((node) => {
        const { fontFamily, fontSize } = getComputedStyle(node);
        return `${fontFamily} ${fontSize} ${node.closest('.compact') === null ? '' : 'compact'}`;
      });
    await setting('Font Size').locator('input').fill('19');
    await until('the size', async () => (await styles()).includes('19px'));
    await setting('Font Family').locator('input').fill('Georgia');
    await until('the family', async () => (await styles()).startsWith('Georgia'));
    await setting('Density').locator('select').selectOption('compact');
    await until('the density', async () => (await styles()).endsWith('compact'));
    await parley.screenshot('appearance');
    await parley.runCommand('workbench.action.closeActiveEditor');
    const tab = tabFrame(page);
    await until('the same in the tab', async () =>
      box(tab).evaluate(
        (node) =>
          node.closest('.compact') !== null && getComputedStyle(node).fontFamily === 'Georgia',
      ),
    );
    await panel.locator('article').first().waitFor();
  });

  it('come back with their chats and drafts when the window is reloaded', async () => {
    const { page, panel } = parley;
    const drafts = ['a draft of the side bar', 'a draft of the tab'];
    await box(panel).fill(drafts[0] ?? '');
    await box(tabFrame(page)).fill(drafts[1] ?? '');
    // As a user does it: what is kept for the panels is written then.
    const loaded = page.waitForEvent('load');
    await runPaletteCommand(page, 'Developer: Reload Window');
    await loaded;
    // Which of the two is there first is not known.
    const frames = [0, 1].map((index) =>
      page.frameLocator('iframe.webview.ready').nth(index).frameLocator('iframe#active-frame'),
    );
    const found = async () =>
      Promise.all(
        frames.map(async (frame) =>
          box(frame)
            .inputValue({ timeout: 1000 })
            .catch(() => ''),
        ),
      );
    // What was found is used: on a busy machine, a frame may not answer in time when it is asked again.
    const values = await until('both drafts', async () => {
      const both = await found();
      return both.toSorted().join() === drafts.join() && both;
    });
    const [sideBar, tab] = drafts.map((draft) => frames[values.indexOf(draft)]);
    await sideBar?.locator('article.reply', { hasText: 'From the tab' }).waitFor();
    await tab?.locator('article.reply', { hasText: 'Something else' }).waitFor();
    await title('Something else').waitFor();
    assert.equal(await tab?.locator('article.reply').count(), 1);
  });
});
