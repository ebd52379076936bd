import type { Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import { encodeGif, type Frame } from './gif.ts';
import { openPictureWindow, type PictureWindow } from './pictureWindow.ts';
import { servePictures, usualModel, type PictureService } from './pictureService.ts';

const question = 'What is wrong with this class?';

const code = `class Inventory:
    def __init__(self, items=None):
        self.items = dict(items or {})

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def missing(self, wanted):
        return [
            name
            for name, count in wanted.items()
            if self.items.get(name, 0) < count
        ]
`;

const reply = `All inventories share one \`items={}\`: a default is created once, not for each call. And
\`missing\` fails for a name that was never added.

\`\`\`python
${code}\`\`\`

\`dict(…)\` also keeps the caller’s own dictionary unchanged.
`;

/** How long frames are shown, in milliseconds. */
const shownMs = { still: 900, typing: 70, selecting: 70, streaming: 80, end: 2200 };

/**
 * Records the film of the README: code is selected, a question is asked, the reply streams in, and its code
 * replaces the selection. Every frame is a picture of the real window after a step. How long a frame is shown
 * is fixed, so that the film does not depend on how fast the computer is.
 */
export async function recordFilm(): Promise<Uint8Array> {
  const answer = { message: question, reply, promptTokens: 214, replyTokens: 236 };
  const service = await servePictures([answer]);
  const window = await openPictureWindow({
    theme: 'Dark Modern',
    baseUrl: service.baseUrl,
    model: usualModel,
    viewport: { width: 1080, height: 600 },
    scale: 1.5,
    panelWidth: 520,
  });
  try {
    return encodeGif(await record(window, service));
  } finally {
    await window.close();
    await service.close();
  }
}

async function record(window: PictureWindow, service: PictureService): Promise<readonly Frame[]> {
  const { page, panel } = window;
  const frames: Frame[] = [];
  const shoot = async (ms: number): Promise<void> => {
    frames.push({ png: await window.picture(), shownMs: ms });
  };
  await window.openSample();
  await shoot(shownMs.still);
  for (let line = 0; line < 9; line += 1) {
    await page.keyboard.press('Shift+ArrowDown');
    await shoot(shownMs.selecting);
  }
  await shoot(shownMs.still);
  service.hold();
  const box = await ask(window);
  await shoot(shownMs.still);
  for (const piece of pieces(question, 3)) {
    await page.keyboard.insertText(piece);
    await shoot(shownMs.typing);
  }
  await box.press('Enter');
  await panel.locator('article.reply[aria-busy=true]').waitFor();
  await shoot(shownMs.still);
  await stream(window, service, async () => shoot(shownMs.streaming));
  await shoot(shownMs.still);
  const block = panel.locator('.code-block').first();
  await block.hover();
  const insert = block.locator('[data-code-action=insert]');
  await insert.hover();
  await shoot(shownMs.still);
  await insert.click();
  await page.locator('.view-line', { hasText: 'items=None' }).waitFor();
  await page.keyboard.press('Control+Home');
  await shoot(shownMs.end);
  return frames;
}

/** Asks about the selection; gives where the question is typed. */
async function ask(window: PictureWindow): Promise<Locator> {
  const { page, input } = window;
  await window.run('parley.askAboutSelection');
  const box = page.locator('.quick-input-widget input');
  const hasFocus = async (): Promise<boolean> =>
    input.evaluate((node) => document.hasFocus() && document.activeElement === node);
  return until('a question can be typed', async () => {
    return (await box.isVisible()) ? box : (await hasFocus()) && input;
  });
}

/** Sends the reply in pieces, and calls `onShown` whenever the page shows one more. */
async function stream(
  { panel }: PictureWindow,
  service: PictureService,
  onShown: () => Promise<void>,
): Promise<void> {
  const shown = panel.locator('article.reply').last();
  for (const piece of pieces(reply, 20)) {
    const before = await shown.textContent();
    await service.send(piece);
    await shown.evaluate(changed, before);
    await onShown();
  }
  await service.end();
  await panel.locator('article.reply').last().and(panel.locator('[aria-busy=false]')).waitFor();
}

/**
 * Waits until a reply shows another text, for at most 30 frames: a piece may be nothing but the start of a
 * block of code, of which nothing can be seen yet.
 */
async function changed(reply: Node, before: string | null): Promise<void> {
  for (let frame = 0; frame < 30 && reply.textContent === before; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Cuts a text into pieces of about `length` characters, each of which ends with a word. */
function pieces(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{${length}}\\S*|[\\s\\S]+$`, 'g')) ?? [];
}
