import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { canaryKey } from '../support/canary.ts';
import { createPacedReplies } from '../support/pacedReplies.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('reading by keyboard', () => {
  let parley: ParleyWindow;
  const paced = createPacedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
  withParley((opened) => ({ parley } = opened), {
    demo: paced,
    connections: (baseUrl) => [{ id: 'loopback', name: 'Loopback', baseUrl, model: 'demo-tour' }],
  });
  before(async () => {
    await parley.say('Show me');
    await parley.replyEnded();
  });

  const focused = async (): Promise<string> =>
    parley.panel
      .locator(':focus')
      .evaluate((node) => `${node.tagName} ${node.getAttribute('aria-label') ?? ''}`);

  it('finds text with Ctrl+F, and VS Code’s own find stays away', async () => {
    const { page, panel, composer } = parley;
    await composer.click();
    await page.keyboard.press('Control+f');
    await panel.getByRole('textbox', { name: 'Find' }).waitFor();
    await page.keyboard.type('words');
    await panel.locator('.find-count', { hasText: /^\d+ of \d+$/ }).waitFor();
    await page.keyboard.press('Enter');
    await parley.screenshot('find');
    assert.equal(await page.locator('.find-widget.visible').count(), 0, 'the editor’s');
    assert.equal(await page.locator('.simple-find-part.visible').count(), 0, 'the webview’s');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'TEXTAREA Message');
  });

  it('goes through messages and blocks of code, by keys and by commands', async () => {
    const { page, panel } = parley;
    await panel.locator('.scroller').evaluate((node) => {
      node.scrollTop = node.scrollHeight;
    });
    await page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'ARTICLE Reply from demo-tour');
    await parley.screenshot('message with the focus');
    await page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'ARTICLE You');
    await runPaletteCommand(page, 'Parley: Next Code Block');
    await panel.locator('.code-block:focus').waitFor();
    assert.equal(await focused(), 'DIV Code, ts, 9 lines');
    await page.keyboard.press('Control+Alt+PageDown');
    await panel.locator('.code-block:focus', { hasText: 'curl' }).waitFor();
    await parley.screenshot('block of code with the focus');
    await runPaletteCommand(page, 'Parley: Read Last Reply');
    await panel
      .locator('[role=log]', { hasText: 'Welcome to Parley' })
      .waitFor({ state: 'attached' });
  });

  /** Opens a list by the last key of its chord. VS Code knows of the focus a moment after a click only. */
  const openList = async (last: string): Promise<void> => {
    const { page, composer } = parley;
    const widget = page.locator('.quick-input-widget');
    const title = widget.locator('.quick-input-title', { hasText: /Models|Chats/ });
    // The list of commands that an earlier step has left gives the focus to an editor once it is gone.
    await widget.waitFor({ state: 'hidden' });
    await until('the list', async () => {
      await composer.click();
      await page.keyboard.press('Control+k');
      await page.keyboard.press(last);
      return title.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    await widget.locator('.monaco-list-row.focused').waitFor();
  };

  it('types no letter of a chord into the box, and leaves to the editor with Escape', async () => {
    const { page, panel, composer } = parley;
    await openList('l');
    await page.keyboard.press('Escape');
    await panel.locator('.composer-text:focus').waitFor();
    assert.equal(await composer.inputValue(), '');
    await page.keyboard.press('ArrowUp');
    assert.equal(await composer.inputValue(), 'Show me');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.locator('.part.editor :focus').waitFor();
  });

  it('has the focus again after a list that a chord has opened', async () => {
    const { page, panel } = parley;
    for (const last of ['l', 'h']) {
      await openList(last);
      await page.keyboard.press('Escape');
      await panel.locator('.composer-text:focus').waitFor();
    }
  });

  it('collapses a reply from its menu', async () => {
    const { page, panel } = parley;
    await panel.locator('article.reply').hover();
    await panel.locator('article.reply [data-action="menu"]').click();
    await page.getByRole('menuitem', { name: 'Collapse or Expand Message' }).hover();
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Show All' }).waitFor();
    await parley.screenshot('collapsed reply');
    await panel.getByRole('button', { name: 'Show All' }).click();
  });

  it('moves nothing in view by a fraction of a pixel while a reply streams', async () => {
    const { panel } = parley;
    await parley.say('Slowly, please');
    await paced.send(`Begun.\n\n${'A line.\n\n'.repeat(20)}`);
    await panel.locator('article.reply[aria-busy=true] p', { hasText: 'Begun.' }).waitFor();
    const scroller = panel.locator('.scroller');
    await scroller.evaluate((node) => {
      node.scrollTop -= 1500;
    });
    // Looks at every frame until the reply has ended, which comes as this test sends it.
    const watched = scroller.evaluate(async (node) => {
      const nextFrame = async () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let settling = 0; settling < 5; settling += 1) {
        await nextFrame();
      }
      const anchors = [...node.querySelectorAll('.markdown :is(p, li, pre)')].filter(
        (anchor) => anchor.getBoundingClientRect().top < node.clientHeight,
      );
      const before = node.scrollHeight;
      const seen = new Set<string>();
      node.classList.add('watched');
      while (node.querySelector('article[aria-busy=true]') !== null) {
        await nextFrame();
        seen.add(anchors.map((anchor) => anchor.getBoundingClientRect().top).join());
      }
      node.classList.remove('watched');
      return { grownPx: node.scrollHeight - before, places: [...seen] };
    });
    await panel.locator('.scroller.watched').waitFor();
    for (let part = 0; part < 10; part += 1) {
      await paced.send(`## Part ${part}\n\n- one\n- two\n\n\`\`\`ts\nlet a = 1;\n\`\`\`\n\n`);
      await panel.locator('article.reply h2', { hasText: `Part ${part}` }).waitFor();
    }
    await paced.end();
    const { grownPx, places } = await watched;
    assert.ok(grownPx > 100, `${grownPx} px`);
    assert.equal(places.length, 1, places.join('\n'));
    await panel.locator('.latest', { hasText: /new lines/ }).click();
  });
});
