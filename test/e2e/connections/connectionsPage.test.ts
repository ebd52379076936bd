import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, canaryPrompt, serveCanary, type CanaryService } from '../support/canary.ts';
import { openParley, pictureFailure, themes, type ParleyWindow } from '../support/parleyWindow.ts';

/** What a service was asked, and whether with the key. */
function asked({ requests }: CanaryService): readonly (readonly [string, boolean])[] {
  return requests.map(({ path, authorization }) => [path, authorization === `Bearer ${canaryKey}`]);
}

describe('the page of connections', () => {
  let parley: ParleyWindow;
  let tab: FrameLocator;
  let box: Locator;
  let first: CanaryService;
  let second: CanaryService;
  before(async () => {
    first = await serveCanary();
    second = await serveCanary();
    parley = await openParley({
      'parley.connections': [
        { id: 'broken', name: 'Broken', baseUrl: 'ftp://x', apiKey: 'sk-in-settings' },
      ],
    });
    tab = tabFrame(parley.page);
    box = parley.page.locator('.quick-input-widget');
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await first.close();
    await second.close();
  });

  const answer = async (text: string): Promise<void> => {
    await box.locator('input').fill(text);
    await parley.page.keyboard.press('Enter');
  };

  it('shows what cannot be used, without a key that stands in it', async () => {
    await runPaletteCommand(parley.page, 'Parley: Manage Connections');
    await tab.getByText('Not a field of a connection').waitFor();
    assert.ok(!(await tab.locator('html').innerHTML()).includes('sk-in-settings'));
    await tab.getByRole('button', { name: 'Remove: Broken' }).click();
    await tab.getByText('No connections yet.').waitFor();
  });

  it('takes a connection by keyboard and says at the box what is wrong', async () => {
    const { page } = parley;
    await tab.getByRole('button', { name: 'Add Connection' }).press('Enter');
    await page.keyboard.type('Mine');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ftp://x');
    await tab.getByRole('alert').getByText('https://').waitFor();
    await tab.getByRole('textbox', { name: 'Address' }).fill(first.origin);
    await tab.getByText(`Requests are sent to ${first.origin}/v1`).waitFor();
    await tab.getByRole('textbox', { name: 'Default model' }).fill('demo-echo');
    await tab.getByRole('button', { name: 'Set API Key…' }).click();
    await answer(canaryKey);
    await tab.getByText(`An API key is saved for ${first.origin}.`).waitFor();
    await tab.getByRole('button', { name: 'Diagnose', exact: true }).click();
    await tab.getByText(/GET .*\/v1\/models → HTTP 200, /).waitFor();
    await tab.getByText(/^\d+ models$/).waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Edit: Mine' }).waitFor();
    const settings = join(parley.dataFolder, 'data', 'User', 'settings.json');
    const text = await readFile(settings, 'utf8');
    assert.match(text, /"name": "Mine"/);
    assert.deepEqual(asked(first), [
      ['/v1/models', true],
      ['/v1/models', true],
    ]);
  });

  it('keeps what is being typed while the tab is hidden', async () => {
    await tab.getByRole('button', { name: 'Edit: Mine' }).click();
    await tab.getByRole('textbox', { name: 'Name' }).fill('Mine again');
    await parley.runCommand('workbench.action.files.newUntitledFile');
    await tab.locator('.connections').waitFor({ state: 'hidden' });
    await parley.runCommand('workbench.action.closeActiveEditor');
    await tab.getByRole('textbox', { name: 'Name' }).waitFor();
    assert.equal(await tab.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mine again');
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`connections-${name}`);
    }
  });

  it('keeps what was typed when the tab is closed', async () => {
    const { page } = parley;
    await parley.runCommand('workbench.action.closeActiveEditor');
    await tab.locator('.connections').waitFor({ state: 'hidden' });
    await runPaletteCommand(page, 'Parley: Manage Connections');
    await tab.getByRole('textbox', { name: 'Name' }).waitFor();
    assert.equal(await tab.getByRole('textbox', { name: 'Name' }).inputValue(), 'Mine again');
  });

  it('asks for the key of another origin before the first request leaves', async () => {
    await parley.say('before');
    await parley.replyEnded();
    await tab.getByRole('textbox', { name: 'Address' }).fill(second.origin);
    await tab
      .getByText(`The API key for ${first.origin} is not sent to ${second.origin}`)
      .waitFor();
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Edit: Mine again' }).waitFor();
    const before = first.requests.length;
    await parley.say(canaryPrompt);
    await box.getByText(`The API key for ${first.origin} is not sent`).waitFor();
    await parley.screenshot('moved-address');
    assert.deepEqual(asked(second), []);
    await parley.page.keyboard.press('Escape');
    await parley.panel.getByText('Nothing was sent.').waitFor();
    assert.equal(await parley.composer.inputValue(), canaryPrompt);
    await parley.say(canaryPrompt);
    await box.getByText('The API key for').waitFor();
    await answer(canaryKey);
    await parley.panel.locator('article.reply', { hasText: canaryPrompt }).waitFor();
    await parley.replyEnded();
    assert.deepEqual(asked(second), [
      ['/v1/models', true],
      ['/v1/chat/completions', true],
    ]);
    assert.equal(first.requests.length, before);
  });

  it('sends a key unencrypted to another computer only after an explicit yes', async () => {
    const { page } = parley;
    await tab.getByRole('button', { name: 'Add Connection' }).click();
    await tab.getByRole('textbox', { name: 'Address' }).fill('http://192.0.2.1:8080');
    await tab.getByText('No API key is saved for http://192.0.2.1:8080.').waitFor();
    await tab.getByRole('button', { name: 'Set API Key…' }).click();
    await answer(canaryKey);
    const dialog = page.getByRole('dialog').filter({ hasText: 'is not encrypted' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await box.getByText('Nothing was sent, because the connection to').waitFor();
    await page.keyboard.press('Escape');
    await tab.getByText('No API key is saved for http://192.0.2.1:8080.').waitFor();
  });
});
