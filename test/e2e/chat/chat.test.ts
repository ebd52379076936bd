import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { createDemoService } from '../../../src/demo/service.ts';
import { canaryKey } from '../support/canary.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('chat', () => {
  let parley: ParleyWindow;
  withParley((opened) => ({ parley } = opened), {
    demo: createDemoService({ apiKey: canaryKey }),
    isStock: true,
    connections: (baseUrl) => [
      { id: 'loopback', name: 'Loopback', baseUrl, model: 'demo-echo' },
      { id: 'faults', name: 'Faults', baseUrl: `${baseUrl}/`, model: 'demo-faults' },
    ],
  });

  /** Whether the turn with this message is on disk with text of its reply. */
  async function savedText(message: string): Promise<boolean> {
    const names = await readdir(parley.dataFolder, { recursive: true });
    const turns = names.filter((name) => /[\\/]turns[\\/][\w-]+\.json$/.test(name));
    const contents = await Promise.all(
      turns.map(async (name) => readFile(join(parley.dataFolder, name), 'utf8').catch(() => '')),
    );
    return contents.some((content) => content.includes(message) && content.includes('## '));
  }

  async function chooseModel(id: string): Promise<void> {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: /^Model: / }).click();
    const picker = page.locator('.quick-input-widget');
    // The rows of the last time are seen for a moment, in another order: they must not be clicked.
    await picker.locator('input').fill(id);
    await picker.locator('.monaco-list-row.focused', { hasText: id }).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: `Model: ${id}` }).waitFor();
  }

  it('explains a selection from the editor', async () => {
    const { page, panel } = parley;
    await parley.runCommand('workbench.view.explorer');
    const explorer = page.locator('.explorer-folders-view');
    await explorer.getByText('src', { exact: true }).click();
    await explorer.getByText('parseDuration.ts', { exact: true }).dblclick();
    await page.locator('.monaco-editor .view-line', { hasText: 'parseDuration' }).click();
    await page.keyboard.press('Control+A');
    await runPaletteCommand(page, 'Parley: Explain');
    const message = panel.locator('article', { hasText: 'Explain this code.' }).first();
    await message.waitFor();
    await parley.replyEnded();
    await panel.locator('article.reply', { hasText: 'src/parseDuration.ts, lines 1–' }).waitFor();
    await parley.screenshot('explain');
  });

  it('says what to do where nothing is selected', async () => {
    const { page } = parley;
    await page.locator('.monaco-editor .view-line', { hasText: 'let total' }).click();
    await runPaletteCommand(page, 'Parley: Document');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'Whole File' }).waitFor();
    await page.locator('.quick-input-widget', { hasText: 'Document' }).waitFor();
    await parley.screenshot('nothing-selected');
    await page.keyboard.press('Escape');
  });

  it('finds a model by a part of its name and gives the focus back', async () => {
    const { page, panel, composer } = parley;
    // Past the button that adds to the message.
    await composer.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'demo-tour' }).waitFor();
    await page.keyboard.type('long');
    const found = page.locator('.quick-input-widget .monaco-list-row.focused');
    await found.filter({ hasText: 'demo-long' }).waitFor();
    await page.keyboard.type(' loopback');
    await until('one model has both words', async () => (await rows.count()) === 1);
    await parley.screenshot('model-search');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Model: demo-long' }).waitFor();
    await until('the focus is back where it was', () =>
      panel
        .locator('.composer')
        .evaluate((node) => document.hasFocus() && node.contains(document.activeElement)),
    );
  });

  it('does not take words that match no model for a model ID', async () => {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: /^Model: / }).click();
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'demo-tour' }).waitFor();
    await page.keyboard.type('demo violin');
    const typed = picker.locator('.monaco-list-row', { hasText: 'Use “demo violin”' });
    await typed.waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await typed.waitFor();
    assert.equal(await picker.locator('.monaco-list-row.focused').count(), 0);
    await parley.screenshot('model-words');
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Model: demo-long' }).waitFor();
  });

  it('shows the title of the chat, which opens the chats and can be changed there', async () => {
    const { page, panel } = parley;
    await chooseModel('demo-echo');
    await parley.say('What is a duration?');
    await parley.replyEnded();
    const title = panel.locator('.title-line');
    await title.getByRole('button').first().click();
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.quick-input-title', { hasText: 'Chats' }).waitFor();
    await page.keyboard.press('Escape');
    // A menu that is open when the focus comes back closes.
    await picker.waitFor({ state: 'hidden' });
    await until('the focus is back', () => title.evaluate(() => document.hasFocus()));
    await title.hover();
    await title.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Rename Chat…' }).hover();
    await page.keyboard.press('Enter');
    await picker.locator('.quick-input-title', { hasText: 'Rename Chat' }).waitFor();
    await picker.locator('input').fill('Durations');
    await page.keyboard.press('Enter');
    await title.getByRole('button', { name: 'Durations' }).waitFor();
    await title.hover();
    await title.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Pin or Unpin Chat' }).hover();
    await parley.screenshot('title-menu');
    await page.keyboard.press('Enter');
    await title.getByRole('button').first().click();
    await picker.getByText('Pinned').waitFor();
    await page.keyboard.press('Escape');
  });

  it('stops at once, with the button and with Escape', async () => {
    const { page, panel } = parley;
    await chooseModel('demo-long');
    for (const stop of ['button', 'key'] as const) {
      await parley.say(`Go on, ${stop}`);
      await panel.locator('article.reply[aria-busy=true] .markdown > *').first().waitFor();
      if (stop === 'button') {
        await panel.getByRole('button', { name: 'Stop' }).click();
      } else {
        await page.keyboard.press('Escape');
      }
      await parley.replyEnded();
      await panel.locator('article.reply').last().getByText('Stopped').waitFor();
    }
    await parley.screenshot('stopped');
  });

  it('shows a failure as a card, and the message can be sent again', async () => {
    const { panel } = parley;
    await chooseModel('demo-faults');
    await parley.say('500');
    await parley.replyEnded();
    const card = panel.locator('article.reply').last();
    await card.getByText('Server error', { exact: true }).waitFor();
    await card.getByText('Details').click();
    await card.getByText('500').first().waitFor();
    await parley.screenshot('error');
    const count = await panel.locator('article.reply').count();
    await card
      .getByRole('button', { name: /try again/i })
      .first()
      .click();
    await parley.replyEnded();
    // The new reply is a sibling and takes the place of the failed one.
    assert.equal(await panel.locator('article.reply').count(), count);
  });

  it('says that a reply was cut, and keeps its text', async () => {
    const { panel } = parley;
    await parley.say('cut');
    await parley.replyEnded();
    const reply = panel.locator('article.reply').last();
    await reply.getByText(/ended early/).waitFor();
    assert.ok((await reply.locator('.markdown').innerText()).length > 0);
  });

  it('loses nothing of a running reply when the window is reloaded', async () => {
    const { panel } = parley;
    await chooseModel('demo-long');
    await parley.say('Through a reload');
    const running = panel.locator('article.reply[aria-busy=true] .markdown');
    await running.locator('h2').nth(2).waitFor();
    // What is written is kept; how soon that happens depends on the machine.
    await until('some of the text is on disk', async () => savedText('Through a reload'));
    await parley.reload();
    const reply = panel.locator('article.reply').last();
    await reply.locator('.markdown h2').first().waitFor();
    assert.equal(await reply.getAttribute('aria-busy'), 'false');
    await reply.getByText(/when the window closed/).waitFor();
    await panel.locator('article', { hasText: 'Through a reload' }).first().waitFor();
    await parley.enterCanaryKey();
    await reply.getByRole('button', { name: 'Continue' }).click();
    await panel.locator('article.reply[aria-busy=true]').waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await parley.replyEnded();
  });

  it('keeps what is written in the box when the view is left', async () => {
    const { page, composer } = parley;
    await composer.fill('half a thought');
    await runPaletteCommand(page, 'View: Toggle Primary Side Bar Visibility');
    await composer.waitFor({ state: 'detached' });
    await runPaletteCommand(page, 'Parley: Open Chat');
    await composer.waitFor();
    assert.equal(await composer.inputValue(), 'half a thought');
    await composer.fill('');
  });

  it('starts a new chat', async () => {
    await parley.newChat();
  });
});
