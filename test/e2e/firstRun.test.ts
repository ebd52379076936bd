import assert from 'node:assert/strict';
import { openParley, type ParleyWindow } from './parleyWindow.ts';

const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
} as const;

describe('first run', () => {
  let parley: ParleyWindow;
  before(async () => {
    parley = await openParley();
  });
  after(async () => parley.close());

  it('offers three ways in', async () => {
    const { panel } = parley;
    await panel.getByText('Nothing is sent until you send it.').waitFor();
    for (const way of ['Connect to a service…', 'Use a server on this computer…', 'Try the demo']) {
      await panel.getByRole('button', { name: way }).waitFor();
    }
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`first-run-${name}`);
    }
    await parley.setTheme(themes.dark);
  });

  it('leads to a streamed reply with the demo', async () => {
    const { page, panel } = parley;
    await panel.getByRole('button', { name: 'Try the demo' }).click();
    await parley.say('What is Parley?');
    await panel.getByRole('button', { name: 'Stop' }).waitFor();
    await parley.replyEnded();
    const reply = panel.locator('article.reply');
    assert.ok((await reply.locator('h1, h2').count()) > 0, 'The tour has no heading.');
    assert.ok((await reply.locator('table').count()) > 0, 'The tour has no table.');
    await reply.getByText(/\d tokens · .* · stop/).waitFor();
    await page.locator('.statusbar-item', { hasText: 'demo-tour' }).waitFor();
  });

  it('copies code', async () => {
    const { page, panel } = parley;
    const block = panel.locator('article.reply pre').first();
    const code = await block.locator('code').innerText();
    await panel
      .getByRole('button', { name: /copy/i })
      .and(panel.locator('figure button, .code-block button'))
      .first()
      .click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied.trimEnd(), code.trimEnd());
  });

  it('keeps the chat and the choice through a reload', async () => {
    const { page, panel } = parley;
    const before = await panel.locator('article.reply').innerText();
    await parley.reload();
    await panel.locator('article.reply').waitFor();
    assert.equal(await panel.locator('article.reply').innerText(), before);
    await page.locator('.statusbar-item', { hasText: 'demo-tour' }).waitFor();
  });

  it('can be read in every theme, at 300 pixels and wide', async () => {
    const { page, panel } = parley;
    for (const [width, name] of [
      [300, 'narrow'],
      [900, 'wide'],
    ] as const) {
      await resizePanel(parley, width);
      for (const [theme, title] of Object.entries(themes)) {
        await parley.setTheme(title);
        await parley.screenshot(`chat-${name}-${theme}`);
      }
      const overflow = await panel
        .locator('body')
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.equal(overflow, 0, `At ${width} pixels the page scrolls sideways.`);
    }
    await page.keyboard.press('Escape');
  });
});

/** Drags the edge of the secondary side bar until the panel is `width` pixels wide. */
async function resizePanel({ page }: ParleyWindow, width: number): Promise<void> {
  const bar = page.locator('.part.auxiliarybar');
  const box = await bar.boundingBox();
  assert.ok(box);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - width, y, { steps: 5 });
  await page.mouse.up();
  const after = await bar.boundingBox();
  assert.ok(after && Math.abs(after.width - width) < 8, `The side bar is ${after?.width} px wide.`);
}
