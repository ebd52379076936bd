import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { until } from '../../support/until.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { selectLines } from '../support/openFile.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('what is added to a message', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  withParley((opened) => ({ service, parley } = opened), {
    demo: createDemoService({ apiKey: canaryKey }),
  });

  const lastContent = (): string => lastMessages(service).at(-1) ?? '';
  const chip = (words: string) => parley.panel.locator('.attachments .chip', { hasText: words });
  /** Waits for the reply to a message; the service repeats what it is sent. */
  const replyTo = async (words: string): Promise<void> =>
    parley.panel.locator('article.reply[aria-busy=false]', { hasText: words }).waitFor();
  const hasFocus = async () => parley.panel.locator('.composer-text:focus').waitFor();

  const selectCode = async () => selectLines(parley, 'src/parseDuration.ts', 3);

  it('is the selection with the key of Ask About Selection, which waits for the question', async () => {
    const { page } = parley;
    const before = service.requests.length;
    await selectCode();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('h');
    await chip('parseDuration.ts 1–3 src').waitFor();
    await hasFocus();
    await page.keyboard.type('Is this right?');
    assert.equal(service.requests.length, before, 'nothing is sent before Enter');
    await parley.screenshot('selection-added');
    await page.keyboard.press('Enter');
    await replyTo('Is this right?');
    assert.equal(service.requests.length, before + 1);
    assert.match(
      lastContent(),
      /^Is this right\?\n\nsrc\/parseDuration\.ts, lines 1–3 \(typescript\):\n\n```typescript\n\/\*\* Milliseconds/,
    );
    await chip('parseDuration.ts').waitFor({ state: 'detached' });
  });

  it('is one more piece of code, behind what is typed already', async () => {
    const { page, composer } = parley;
    await composer.fill('Compare: ');
    await selectCode();
    await runPaletteCommand(page, 'Parley: Ask About Selection');
    await chip('parseDuration.ts 1–3 src').waitFor();
    await hasFocus();
    await page.keyboard.type('what?');
    assert.equal(await composer.inputValue(), 'Compare: what?');
    await parley.panel.getByRole('button', { name: /^Remove src\/parseDuration\.ts/ }).click();
    await composer.fill('');
  });

  it('is a file that is completed after #, all by keyboard', async () => {
    const { page, panel, composer } = parley;
    const before = service.requests.length;
    await composer.click();
    await page.keyboard.type('What is #INVENT');
    await panel.getByRole('option', { name: 'inventory.py src' }).waitFor();
    await parley.screenshot('files-offered');
    await page.keyboard.press('Enter');
    await chip('inventory.py 1–9 src').waitFor();
    await hasFocus();
    await page.keyboard.type('for?');
    assert.equal(await composer.inputValue(), 'What is inventory.py for?');
    assert.equal(service.requests.length, before, 'nothing is sent before Enter');
    await page.keyboard.press('Enter');
    await replyTo('What is inventory.py for?');
    assert.match(
      lastContent(),
      /^What is inventory\.py for\?\n\nsrc\/inventory\.py, lines 1–9 \(python\):/,
    );
  });

  it('is chosen with +, by keyboard, and the focus comes back', async () => {
    const { page, panel, composer } = parley;
    const picker = page.locator('.quick-input-widget');
    const row = (words: string) => picker.locator('.monaco-list-row', { hasText: words });
    await selectCode();
    await composer.click();
    await page.keyboard.press('Tab');
    await panel.locator('[aria-label="Add to Chat…"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await row('Other Files…').waitFor();
    await row('parseDuration.ts, lines 1–3').waitFor();
    await parley.screenshot('add-to-chat');
    await page.keyboard.type('Selection');
    await page.keyboard.press('Enter');
    await chip('parseDuration.ts 1–3 src').waitFor();
    await hasFocus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row('Open Editors…').waitFor();
    await page.keyboard.type('Open');
    await page.keyboard.press('Enter');
    await row('parseDuration.ts').click();
    await picker.getByText('1 Selected').waitFor();
    await picker.getByRole('button', { name: 'OK' }).click();
    await until('two chips', async () => (await chip('parseDuration.ts').count()) === 2);
    await hasFocus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row('Other Files…').waitFor();
    await page.keyboard.press('Escape');
    await hasFocus();
    await parley.say('Both');
    await parley.replyEnded();
    assert.equal(lastContent().match(/parseDuration\.ts, lines 1–/g)?.length, 2);
  });

  it('is long text that is pasted, which Ctrl+Z makes text again', async () => {
    const { page, panel, composer } = parley;
    await composer.click();
    const long = `${'some words\n'.repeat(299)}the end`;
    await page.evaluate(async (text) => navigator.clipboard.writeText(text), long);
    await page.keyboard.press('Control+v');
    await chip('Pasted text, 300 lines').waitFor();
    await parley.screenshot('pasted');
    await page.keyboard.press('Control+z');
    await until('the text', async () => (await composer.inputValue()) === long);
    await chip('Pasted text').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await until('no text', async () => (await composer.inputValue()) === '');
    await page.keyboard.press('Control+v');
    await panel.getByRole('button', { name: 'Insert as Text' }).click();
    await until('the text again', async () => (await composer.inputValue()) === long);
    await composer.fill('');
  });
});
