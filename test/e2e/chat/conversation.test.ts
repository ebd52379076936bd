import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { continueMessage } from '../../../src/conversation/exchanges.ts';
import { tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('a conversation', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  withParley((opened) => ({ service, parley } = opened), {
    demo: createDemoService({ apiKey: canaryKey }),
  });

  const lastBody = (): { readonly messages: readonly unknown[] } =>
    JSON.parse(service.requests.at(-1)?.body ?? '{}') as {
      readonly messages: readonly unknown[];
    };

  it('draws a diagram once it is complete, in the panel and in an editor', async () => {
    const { page, panel } = parley;
    await parley.say('```mermaid\nflowchart LR\n  A[Start] --> B[End]\n```');
    await parley.replyEnded();
    const block = panel.locator('article.reply').last().locator('.code-block');
    const picture = block.getByRole('img', { name: 'Diagram: flowchart' });
    await picture.waitFor();
    assert.equal(await picture.evaluate((node: HTMLImageElement) => node.naturalWidth > 50), true);
    await block.getByRole('button', { name: 'Open Diagram in Editor' }).click();
    await page.getByRole('tab', { name: 'Diagram' }).waitFor();
    const tab = tabFrame(page);
    await tab.getByRole('button', { name: 'Zoom In (+)' }).waitFor();
    await parley.runCommand('workbench.action.closeAllEditors');
    await block.getByRole('button', { name: 'Show Source' }).click();
    await block.locator('pre').waitFor();
    await parley.newChat();
  });

  it('edits the last message with /edit, keeps both versions, and goes from one to the other', async () => {
    const { page, panel, composer } = parley;
    await parley.say('first words');
    await parley.replyEnded();
    await composer.fill('/edit');
    await composer.press('Enter');
    await panel.getByRole('textbox', { name: 'Edit Message' }).waitFor();
    await page.keyboard.type(' and more');
    await page.keyboard.press('Enter');
    await panel.getByText('2/2').waitFor();
    await parley.replyEnded();
    await panel.locator('article.reply', { hasText: 'first words and more' }).waitFor();
    assert.deepEqual(lastBody().messages, [{ role: 'user', content: 'first words and more' }]);
    const before = service.requests.length;
    await panel.getByRole('button', { name: 'Previous Version' }).click();
    await panel.getByText('1/2').waitFor();
    assert.equal(await panel.locator('.user-text').innerText(), 'first words');
    assert.equal(service.requests.length, before, 'going from one to the other sends nothing');
    await parley.screenshot('versions');
  });

  it('removes a message from the menu of its reply, and takes it back', async () => {
    const { page, panel } = parley;
    await panel.locator('article.reply').hover();
    await panel.locator('article.reply [data-action="menu"]').click();
    await page.getByRole('menuitem', { name: 'Delete Message and Reply' }).hover();
    await page.keyboard.press('Enter');
    await panel.locator('.user-text', { hasText: 'and more' }).waitFor();
    await panel.getByRole('button', { name: 'Undo' }).click();
    await panel.getByText('1/2').waitFor();
  });

  it('goes on with a reply that was stopped', async () => {
    const { panel, page, composer } = parley;
    await composer.fill('/mo');
    await composer.press('Enter');
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'demo-tour' }).waitFor();
    await picker.locator('input').fill('demo-long');
    await picker.locator('.monaco-list-row.focused', { hasText: 'demo-long' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Model: demo-long' }).waitFor();
    await parley.say('Write');
    await panel.locator('article.reply[aria-busy=true] .markdown > *').first().waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await parley.replyEnded();
    const replies = await panel.locator('article.reply').count();
    await panel.getByRole('button', { name: 'Continue' }).click();
    await panel.locator('article.reply[aria-busy=true]').waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await parley.replyEnded();
    assert.equal(await panel.locator('article.reply').count(), replies, 'it is one reply');
    assert.deepEqual(lastBody().messages.at(-1), { role: 'user', content: continueMessage });
    await panel.locator('.ending', { hasText: continueMessage }).waitFor();
    await parley.screenshot('continued');
  });
});
