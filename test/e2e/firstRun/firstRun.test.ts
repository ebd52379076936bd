import assert from 'node:assert/strict';
import { parleyIcon, runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { canaryPrompt } from '../support/canary.ts';
import { openParley, pictureFailure, themes, type ParleyWindow } from '../support/parleyWindow.ts';

describe('first run', () => {
  let parley: ParleyWindow;
  before(async () => {
    parley = await openParley({}, { isStock: true });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => parley.close());

  it('shows the chat in the side bar, with the list of chats folded below it', async () => {
    const { page } = parley;
    await parleyIcon(page).and(page.locator('.checked')).waitFor();
    const views = page.locator('.part.sidebar .pane-header');
    assert.deepEqual(
      await views.evaluateAll((headers) =>
        headers.map((header) => [
          header.querySelector('.title')?.textContent,
          header.getAttribute('aria-expanded'),
        ]),
      ),
      [
        ['Chat', 'true'],
        ['Chats', 'false'],
      ],
    );
    const item = page.locator('.statusbar-item', { hasText: 'Parley' });
    assert.equal(
      await item.locator('a').getAttribute('aria-label'),
      'Parley, Open the chat to connect to a service',
    );
  });

  it('leads to the ways in with the status bar and the icon, wherever the side bar is', async () => {
    const { page, panel } = parley;
    const waysIn = panel.getByText('Nothing is sent until you send it.');
    await parley.runCommand('workbench.view.explorer');
    await waysIn.waitFor({ state: 'hidden' });
    await page.locator('.statusbar-item', { hasText: 'Parley' }).click();
    await waysIn.waitFor();
    await runPaletteCommand(page, 'View: Toggle Primary Side Bar Visibility');
    await waysIn.waitFor({ state: 'hidden' });
    await parleyIcon(page).click();
    await waysIn.waitFor();
  });

  it('offers three ways in', async () => {
    const { panel } = parley;
    await panel.getByText('Nothing is sent until you send it.').waitFor();
    for (const way of ['Connect to a Service…', 'Use a Server on This Computer…', 'Try the Demo']) {
      await panel.getByRole('button', { name: way }).waitFor();
    }
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`first-run-${name}`);
    }
  });

  it('leads to a streamed reply with the demo, whose beginning stays in view', async () => {
    const { page, panel } = parley;
    const demo = panel.getByRole('button', { name: 'Try the Demo' });
    const place = await demo.boundingBox();
    assert.ok(place);
    await demo.dblclick();
    for (const opener of ['Show me around', 'Code, tables and math', 'An error, and what']) {
      await panel.getByRole('button', { name: opener }).waitFor();
    }
    await parley.screenshot('demo-openers');
    assert.equal(await panel.locator('article').count(), 0, 'The second click sent a message.');
    await page.mouse.move(place.x, place.y - 200);
    await panel.getByRole('button', { name: 'Connect to a Service…' }).click();
    await page.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await page.keyboard.press('Escape');
    await parley.say(`What is Parley? ${canaryPrompt}`);
    await parley.replyEnded();
    await panel.locator('.latest', { hasText: /new lines/ }).waitFor();
    const top = await panel.locator('.user-message').evaluate((message) => {
      const view = message.closest('.scroller')?.getBoundingClientRect();
      return message.getBoundingClientRect().top - (view?.top ?? 0);
    });
    assert.ok(Math.abs(top) < 2, `The message is at ${top} px.`);
    const reply = panel.locator('article.reply');
    assert.ok((await reply.locator('h1, h2').count()) > 0, 'The tour has no heading.');
    assert.ok((await reply.locator('table').count()) > 0, 'The tour has no table.');
    await reply.getByText(/\d tokens · \d+(\.\d)? m?s to first token/).waitFor();
    await page.locator('.statusbar-item', { hasText: 'demo-tour' }).waitFor();
  });

  it('has a way out of the demo below the tour', async () => {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: 'Connect to a Service…' }).click();
    await page.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('.composer-text:focus').waitFor();
    await parley.screenshot('demo-way-out');
  });

  it('is reached by one key, which leads back to where it was pressed', async () => {
    const { page, panel } = parley;
    await parley.runCommand('workbench.view.explorer');
    const explorer = page.locator('.explorer-folders-view .monaco-list:focus');
    await explorer.waitFor();
    for (const place of [panel.locator('.composer-text:focus'), explorer]) {
      // VS Code hears a moment after the panel itself that the panel has the focus.
      await until('the key has led there', async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.press('j');
        return place.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        );
      });
    }
    await runPaletteCommand(page, 'Parley: Open Chat');
    await panel.locator('.composer-text:focus').waitFor();
  });

  it('copies code', async () => {
    const { page, panel } = parley;
    const block = panel.locator('.code-block').first();
    const code = (await block.locator('code').textContent()) ?? '';
    await block.hover();
    await block.getByRole('button', { name: 'Copy Code' }).click();
    // Focus is in the panel, whose page may not read the clipboard.
    await page.locator('.statusbar').click({ position: { x: 400, y: 10 } });
    await until('the code is in the clipboard', async () => {
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      return copied.trimEnd() === code.trimEnd();
    });
  });

  it('keeps the chat and the choice through a reload', async () => {
    const { page, panel } = parley;
    // Math shows its source until the page has nothing else to do than to draw it; the time that
    // was waited is not shown any more.
    const text = async (): Promise<string> =>
      panel.locator('article.reply').evaluate((reply) => {
        const copy = reply.cloneNode(true) as Element;
        copy.querySelectorAll('.math, .waiting').forEach((node) => node.remove());
        return copy.textContent;
      });
    const before = await text();
    await parley.reload();
    await panel.locator('article.reply').waitFor();
    assert.equal(await text(), before);
    await page.locator('.statusbar-item', { hasText: 'demo-tour' }).waitFor();
  });

  it('can be read in every theme, at 300 pixels and wide', async () => {
    const { page, panel } = parley;
    for (const [width, name] of [
      [300, 'narrow'],
      [900, 'wide'],
    ] as const) {
      await resizePanel(parley, width);
      for (const [kind, theme] of Object.entries(themes)) {
        await parley.setTheme(theme);
        await parley.screenshot(`chat-${name}-${kind}`);
      }
      const overflow = await panel
        .locator('body')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(overflow, 0, `At ${width} pixels the page scrolls sideways.`);
    }
    await page.keyboard.press('Escape');
  });
});

/** Drags the edge of the side bar until the panel's page is `width` pixels wide. */
async function resizePanel({ page, panel }: ParleyWindow, width: number): Promise<void> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(bar);
  const pageWidth = () => panel.locator('body').evaluate(() => window.innerWidth);
  const y = bar.y + bar.height / 2;
  // The handle is in the gap behind the bar.
  const x = bar.x + bar.width + 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - (await pageWidth()) + width, y, { steps: 5 });
  await page.mouse.up();
  await until(`the panel is ${width} pixels wide`, async () => {
    return Math.abs((await pageWidth()) - width) < 4;
  });
}
