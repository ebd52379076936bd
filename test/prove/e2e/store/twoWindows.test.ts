import assert from 'node:assert/strict';
import { createDemoService } from '../../../../src/demo/service.ts';
import { runPaletteCommand } from '../../../launch/vscode/openWorkbench.ts';
import { until } from '../../../support/until.ts';
import { canaryKey } from '../../../e2e/support/canary.ts';
import { createPacedReplies } from '../../../e2e/support/pacedReplies.ts';
import { withParley } from '../../../e2e/support/parleySuite.ts';
import { type ParleyPage, showParley } from '../../../e2e/support/parleyPage.ts';
import type { ParleyWindow } from '../../../e2e/support/parleyWindow.ts';

describe('two windows on the same chats', function () {
  const paced = createPacedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
  let parley: ParleyWindow;
  let other: ParleyPage;
  /** Of the first window. */
  let hosts: readonly number[] | undefined;
  withParley((opened) => ({ parley } = opened), { demo: paced });
  before(async function () {
    hosts = await parley.extensionHosts?.();
    const page = await parley.openAnother?.();
    if (page === undefined) {
      // A desktop VS Code opens a folder in one window only.
      this.skip();
    }
    other = await showParley(page);
    for (const window of [parley, other]) {
      await runPaletteCommand(window.page, 'Parley: Focus on Chats View');
    }
  });

  const row = ({ page }: ParleyPage, words: string) =>
    page.locator(`.part.sidebar .monaco-list-row[aria-label*="${words}"]`);
  const reply = ({ panel }: ParleyPage, words: string) =>
    panel.locator('article.reply', { hasText: words });

  it('show a new chat in the list, and what is said in it while it is open', async () => {
    await parley.say('How deep is the sea?');
    await row(other, 'sea').click();
    await reply(other, 'How deep is the sea?').waitFor();
    await parley.say('And how wide?');
    await reply(other, 'And how wide?').waitFor();
    await parley.replyEnded();
  });

  it('show a reply while it runs in one of them, to be stopped there only', async () => {
    await parley.say('Slowly, please');
    await paced.send('First words');
    const running = other.panel.locator('article.reply[aria-busy=true]', {
      hasText: 'First words',
    });
    await running.getByText('Running in another window').waitFor();
    assert.equal(await other.panel.getByRole('button', { name: 'Stop' }).count(), 0);
    await parley.panel.getByRole('button', { name: 'Stop' }).waitFor();
    await paced.send(' and more');
    await reply(other, 'First words and more').waitFor();
    await parley.screenshot('two-windows-here');
    await other.page.screenshot({ path: 'out/artefacts/two-windows-there.png' });
    await other.say('Not now');
    await other.panel.getByText('The message was not sent: a reply is running').waitFor();
    await other.composer.fill('');
    await paced.end();
    await parley.replyEnded();
    await running.waitFor({ state: 'detached' });
    assert.equal(await reply(other, 'First words and more').count(), 1);
  });

  it('see a name and a deletion with its undo in the list, both ways', async () => {
    await row(other, 'sea').click();
    await runPaletteCommand(other.page, 'Parley: Rename Chat');
    const box = other.page.locator('.quick-input-widget');
    await box.getByText('Leave empty').waitFor();
    await box.locator('input').fill('About the ocean');
    await other.page.keyboard.press('Enter');
    await row(parley, 'ocean').waitFor();
    await parley.say('And how old?');
    await parley.replyEnded();
    await reply(other, 'And how old?').waitFor();

    await row(other, 'ocean').hover();
    await row(other, 'ocean').getByRole('button', { name: 'Delete' }).click();
    await row(parley, 'ocean').waitFor({ state: 'detached' });
    await parley.panel.getByText('was deleted in another window').waitFor();
    await runPaletteCommand(other.page, 'Notifications: Show Notifications');
    const notification = other.page.locator('.notification-list-item', { hasText: 'was deleted' });
    await notification.getByRole('button', { name: 'Undo' }).click();
    await row(parley, 'ocean').waitFor();
    await row(other, 'ocean').click();
    await reply(other, 'And how old?').waitFor();
  });

  it('show a reply as cut once the window it runs in has died', async function () {
    if (hosts === undefined) {
      // Only Linux tells which process runs the extensions of a window.
      this.skip();
    }
    await parley.say('Slowly, again');
    await paced.send('Last words');
    await other.panel.locator('article.reply[aria-busy=true]', { hasText: 'Last words' }).waitFor();
    hosts.forEach((pid) => process.kill(pid, 'SIGKILL'));
    await until('its processes are gone', async () => {
      const left = (await parley.extensionHosts?.()) ?? [];
      return !left.some((pid) => hosts?.includes(pid));
    });
    const cut = other.panel.locator('article.reply[aria-busy=false]', { hasText: 'Last words' });
    await cut.getByRole('button', { name: 'Continue' }).waitFor();
    await cut.getByText('was still running when the window closed').waitFor();
  });
});
