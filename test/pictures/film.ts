import { encodeGif, type Frame } from './gif.ts';
import { openPictureWindow, type PictureWindow } from './pictureWindow.ts';
import { servePictures, usualModel, type PictureService } from './pictureService.ts';

const code = `class Inventory:
    def __init__(self, items=None):
        self.items = dict(items or {})

    def add(self, name, count=1):
        self.items[name] = self.items.get(name, 0) + count

    def missing(self, wanted):
        return [name for name in wanted if self.items.get(name, 0) < wanted[name]]
`;

const reply = `All inventories share one \`items={}\`: a default is created once, not for each call. And
\`missing\` fails for a name that was never added.

\`\`\`python
${code}\`\`\`
`;

/** How long frames are shown, in milliseconds. */
const shownMs = { still: 900, selecting: 70, streaming: 80, read: 1600, end: 2200 };

/**
 * Records the film of the README: code is selected, Fix asks about it, the reply streams in, Apply shows its code as
 * a diff, and Accept writes it. Every frame is a picture of the real window after a step. How long a frame is shown
 * is fixed, so that the film does not depend on how fast the computer is.
 */
export async function recordFilm(): Promise<Uint8Array> {
  const answer = { message: 'class Inventory', reply, promptTokens: 214, replyTokens: 236 };
  const service = await servePictures([answer]);
  const window = await openPictureWindow({
    theme: 'Dark 2026',
    baseUrl: service.baseUrl,
    model: usualModel,
    viewport: { width: 1200, height: 720 },
    scale: 1.35,
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
  await window.run('parley.fix');
  await panel.locator('article.reply[aria-busy=true]').waitFor();
  await shoot(shownMs.still);
  await stream(window, service, async () => shoot(shownMs.streaming));
  await shoot(shownMs.still);
  const block = panel.locator('.code-block').first();
  const apply = block.locator('[data-code-action=apply]');
  await apply.hover();
  await shoot(shownMs.still);
  await apply.click();
  await page.locator('.modified .view-line', { hasText: 'items=None' }).waitFor();
  const accept = page.locator('.part.editor .title [aria-label^="Accept"]');
  await accept.waitFor();
  await shoot(shownMs.read);
  await accept.hover();
  await shoot(shownMs.still);
  await accept.click();
  await accept.waitFor({ state: 'hidden' });
  await page.locator('.view-line', { hasText: 'items=None' }).waitFor();
  await page.keyboard.press('Control+Home');
  await shoot(shownMs.end);
  return frames;
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
