import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { PNG } from 'pngjs';
import { until } from '../../support/until.ts';
import { chooseInMenu, runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { chunk } from '../../support/service/scripts.ts';
import { serveCanary, type CanaryService } from '../support/canary.ts';
import { openFile } from '../support/openFile.ts';
import { openParley, pictureFailure, themes, type ParleyWindow } from '../support/parleyWindow.ts';

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

interface Asked {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly Part[];
  }[];
}

/** A PNG of one colour, as a file that says where and with what it was made. */
function pngWithMetadata(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) {
    png.data.set([(at >> 4) & 255, 90, 180, 255], at);
  }
  const file = PNG.sync.write(png);
  const data = Buffer.from('tEXtSoftware\0Secret Editor 7');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(data));
  // After the header: 8 bytes of signature and 25 of IHDR.
  return Buffer.concat([file.subarray(0, 33), length, data, checksum, file.subarray(33)]);
}

/** An animated GIF of two frames with one pixel each. */
function movingGif(): readonly number[] {
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  const header = Buffer.from('GIF89a');
  const screen = Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  return Array.from(Buffer.concat([header, screen, frame, frame, Buffer.from([0x3b])]));
}

const notebook = JSON.stringify({
  cells: [
    {
      cell_type: 'code',
      execution_count: 1,
      metadata: {},
      source: ['plot()'],
      outputs: [
        {
          output_type: 'display_data',
          metadata: {},
          data: {
            'image/png': pngWithMetadata(64, 48).toString('base64'),
            'image/svg+xml': ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
            'text/plain': ['<Figure>'],
          },
        },
      ],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

function reply(text: string): Response {
  const lines = [chunk({ content: text }), chunk({}, 'stop'), '[DONE]'];
  return new Response(lines.map((line) => `data: ${line}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

/** The words and the status with which services reject images, by the name of a model that does so. */
const refusals: Readonly<Record<string, readonly [message: string, status: number]>> = {
  blind: [
    'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text`',
    400,
  ],
  'as-openrouter': ['No endpoints found that support image input', 404],
  'as-llama.cpp': ['image input is not supported - hint: you may need to provide the mmproj', 500],
  'as-vllm': ['Llama-3 is not a multimodal model', 400],
  'as-pydantic': ["allowed values: ['text']", 422],
  'as-openai': ['Invalid content type. image_url is only supported by certain models.', 400],
};

/** A service with a model that sees images, and some that reject them. */
async function handle(request: Request): Promise<Response> {
  if (request.method === 'GET') {
    const data = [
      { id: 'sees', architecture: { input_modalities: ['text', 'image'] } },
      ...Object.keys(refusals).map((id) => ({ id, architecture: { input_modalities: ['text'] } })),
    ];
    return Response.json({ object: 'list', data });
  }
  const { messages, model } = (await request.json()) as Asked;
  const images = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image_url'),
  );
  const refusal = refusals[model];
  if (refusal !== undefined && images.length > 0) {
    const [message, status] = refusal;
    return Response.json({ error: { message } }, { status });
  }
  return reply(`I see ${images.length} images.`);
}

describe('images', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let workspace = '';
  before(async () => {
    service = await serveCanary({ handle });
    parley = await openParley(
      {
        'parley.connections': [
          { id: 'a', name: 'Office', baseUrl: service.baseUrl, model: 'sees' },
          { id: 'b', name: 'Archive', baseUrl: service.baseUrl, model: 'blind' },
        ],
        'files.simpleDialog.enable': true,
      },
      {
        async prepare(folder) {
          workspace = folder;
          await writeFile(join(folder, 'chart.png'), pngWithMetadata(1200, 800));
          await writeFile(join(folder, 'photo.png'), pngWithMetadata(300, 200));
          await writeFile(join(folder, 'broken.png'), pngWithMetadata(300, 200).subarray(0, 200));
          await writeFile(join(folder, 'plots.ipynb'), notebook);
        },
      },
    );
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  const chip = (words: string | RegExp) => parley.panel.locator('.image-chip', { hasText: words });
  const lastRequest = (): Asked => JSON.parse(service.requests.at(-1)?.body ?? '{}') as Asked;
  /** The images of the last message that was sent, as files. */
  const lastImages = (): readonly Buffer[] => {
    const content = lastRequest().messages.at(-1)?.content ?? '';
    return (typeof content === 'string' ? [] : content).flatMap((part) =>
      part.type === 'image_url'
        ? Buffer.from(part.image_url.url.split(',')[1] ?? '', 'base64')
        : [],
    );
  };
  const pictures = () => parley.panel.locator('.turn .picture img');
  const replied = async (words: string) =>
    parley.panel.locator('article.reply[aria-busy=false]', { hasText: words }).last().waitFor();
  const quickPick = () => parley.page.locator('.quick-input-widget');

  it('are pasted with text, sent without their metadata, and shown', async () => {
    const { page, composer, panel } = parley;
    await composer.click();
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(640, 480);
      const context = canvas.getContext('2d');
      context?.fillRect(10, 10, 300, 200);
      const png = await canvas.convertToBlob({ type: 'image/png' });
      const text = new Blob(['What is in here?'], { type: 'text/plain' });
      await navigator.clipboard.write([
        new ClipboardItem({ 'image/png': png, 'text/plain': text }),
      ]);
    });
    await page.keyboard.press('Control+v');
    await chip('640 × 480').waitFor();
    assert.equal(await composer.inputValue(), 'What is in here?');
    await parley.screenshot('image-pasted');
    await page.keyboard.press('Enter');
    await replied('I see 1 images.');
    const [image] = lastImages();
    assert.ok(image !== undefined);
    const { width, height } = PNG.sync.read(image);
    assert.deepEqual([width, height], [640, 480]);
    await pictures().first().waitFor();
    assert.equal(await panel.locator('.image-chip').count(), 0);
  });

  /** Chooses a file of the workspace in VS Code's own dialog. */
  const pick = async (name: string): Promise<void> => {
    await parley.panel.getByRole('button', { name: 'Add to Chat…' }).click();
    await quickPick().locator('.monaco-list-row', { hasText: 'Image…' }).click();
    await quickPick().getByText('Add to Chat').waitFor();
    await quickPick().locator('.monaco-list-row', { hasText: name }).click();
  };

  it('are picked with + in a file dialog, which says what was removed from them', async () => {
    const { page, panel, composer } = parley;
    await pick('chart.png');
    await chip('chart.png').locator('img').waitFor();
    await panel.locator('.composer-text:focus').waitFor();
    assert.match(
      (await chip('chart.png').getAttribute('title')) ?? '',
      /Removed from the image before sending: software/,
    );
    await composer.fill('And this?');
    await page.keyboard.press('Enter');
    await replied('I see 2 images.');
    assert.equal(lastImages()[0]?.includes('Secret Editor'), false);
  });

  it('are attached from the Explorer; a broken one is not', async () => {
    const { page, panel } = parley;
    await parley.runCommand('workbench.view.explorer');
    const attach = async (name: string) => {
      const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
      await chooseInMenu(page, row, 'Add to Parley');
    };
    await attach('photo.png');
    // Hidden earlier, the panel would end while it reads the image.
    await chip('photo.png').locator('img').waitFor();
    await parley.runCommand('workbench.view.explorer');
    await attach('broken.png');
    await chip('is damaged or incomplete').waitFor();
    await panel
      .locator('.image-chip.problem')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await chip('is damaged').waitFor({ state: 'detached' });
    await panel.locator('.image-chip').getByRole('button', { name: 'Remove photo.png' }).click();
  });

  it('are attached from the editor that shows one', async () => {
    const { page, panel } = parley;
    await openFile(parley, 'photo.png');
    await chooseInMenu(
      page,
      page.locator('.tab.active', { hasText: 'photo.png' }),
      'Add to Parley',
    );
    await chip('photo.png').waitFor();
    await panel.locator('.image-chip').getByRole('button', { name: 'Remove photo.png' }).click();
    await parley.runCommand('workbench.action.closeAllEditors');
  });

  it('are dropped from outside VS Code', async () => {
    const { panel } = parley;
    const file = await readFile(join(workspace, 'photo.png'), 'base64');
    await panel.locator('#parley').evaluate((root, data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        root.dispatchEvent(
          new DragEvent(type, { dataTransfer, shiftKey: true, bubbles: true, cancelable: true }),
        );
      }
    }, file);
    await chip('dropped.png').waitFor();
  });

  it('are scaled down, and survive another view and a reload of the window', async () => {
    const { page, panel } = parley;
    await pick('chart.png');
    await chip('chart.png').waitFor();
    await panel.getByRole('button', { name: 'Change Size of chart.png' }).click();
    await panel.locator('.size-row[aria-disabled=false]', { hasText: '512 × 341' }).waitFor();
    await parley.screenshot('image-sizes');
    await panel.locator('.size-row', { hasText: '512 × 341' }).click();
    // The menu is within the chip, and says the same.
    await panel.locator('.size-menu').waitFor({ state: 'detached' });
    await chip('512 × 341').waitFor();
    await parley.runCommand('workbench.view.explorer');
    await runPaletteCommand(page, 'Parley: Open Chat');
    await chip('512 × 341').locator('img').waitFor();
    // Not `page.reload()`: VS Code stores the state of a page late, or when it is told to reload.
    await runPaletteCommand(page, 'Developer: Reload Window');
    await chip('512 × 341').waitFor({ state: 'detached' });
    await runPaletteCommand(page, 'Parley: Open Chat');
    await chip('512 × 341').locator('img').waitFor();
    await chip('dropped.png').locator('img').waitFor();
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`images-${name}`);
    }
    await parley.setTheme({ name: 'Dark Modern', kind: 'vs-dark' });
  });

  it('are attached from the output of a notebook', async () => {
    const { page } = parley;
    await openFile(parley, 'plots.ipynb');
    await page.locator('.notebookOverlay .cell-list-container .monaco-list-row').first().click();
    await parley.runCommand('parley.addFileToChat', 'cellOutput');
    await chip('plots.ipynb 1.png').waitFor();
    await chip('64 × 48').waitFor();
    await parley.runCommand('workbench.action.closeAllEditors');
  });

  it('open in an editor tab of VS Code', async () => {
    const { page, panel } = parley;
    // Pictures far from what is in sight are not there.
    const turn = panel.locator('.turn').first();
    await turn.locator('.user-text').scrollIntoViewIfNeeded();
    await turn.locator('.picture-open').first().click();
    await page.locator('.tab.active', { hasText: /\.png$/ }).waitFor();
    await page.locator('.statusbar-item', { hasText: '640x480' }).waitFor();
    await parley.screenshot('image-opened');
    await parley.runCommand('workbench.action.closeAllEditors');
  });

  /** The row of a model of the connection whose list is there, and not of the other one. */
  const rowOf = (model: string) =>
    quickPick().locator('.monaco-list-row', { hasText: new RegExp(`^${model}Office`) });

  it('are explained where the model rejects them, and sent as notes on request', async () => {
    const { page, panel, composer } = parley;
    await parley.newChat();
    await chip('plots.ipynb 1.png').locator('img').waitFor();
    await runPaletteCommand(page, 'Parley: Choose Model');
    await quickPick().locator('input').fill('blind');
    await rowOf('blind').click();
    await panel.getByText('The model list does not mention images for this model.').waitFor();
    await composer.fill('Look');
    await composer.press('Enter');
    const card = panel.locator('.error-card', { hasText: 'The model takes no images' });
    await card.waitFor();
    await parley.screenshot('images-refused');
    for (const [model, [message]] of Object.entries(refusals).slice(1)) {
      await card.getByRole('button', { name: 'Choose Model' }).click();
      await quickPick().locator('input').fill(model);
      await rowOf(model).click();
      await panel.locator('.model-name', { hasText: model }).first().waitFor();
      await panel.getByRole('button', { name: 'Regenerate', exact: true }).last().click();
      await card.filter({ hasText: message.slice(0, 30) }).waitFor();
    }
    const before = service.requests.length;
    await panel.getByRole('button', { name: 'Send Without Images' }).click();
    await replied('I see 0 images.');
    assert.equal(service.requests.length, before + 1);
    const content = lastRequest().messages.at(-1)?.content;
    assert.ok(typeof content === 'string');
    assert.match(content, /\[Image: plots\.ipynb 1\.png, 64 × 48 pixels; not sent\]/);
    await pictures().first().waitFor();
  });

  it('are many, large, animated or drawings', async () => {
    const { page, panel, composer } = parley;
    await parley.newChat();
    await runPaletteCommand(page, 'Parley: Choose Model');
    await quickPick().locator('input').fill('sees');
    await rowOf('sees').click();
    await composer.click();
    await panel.locator('#parley').evaluate(async (root, gif) => {
      const draw = async (name: string, width: number, height: number): Promise<File> => {
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext('2d')?.fillText(name, 1, height - 1);
        return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
      };
      const dataTransfer = new DataTransfer();
      for (let index = 0; index < 30; index += 1) {
        dataTransfer.items.add(await draw(`${index}.png`, 400, 300));
      }
      dataTransfer.items.add(await draw('huge.png', 8000, 5000));
      dataTransfer.items.add(new File([Uint8Array.from(gif)], 'moving.gif', { type: 'image/gif' }));
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg"><script>top.document.title = 1</script></svg>';
      dataTransfer.items.add(new File([svg], 'script.svg', { type: 'image/svg+xml' }));
      root.dispatchEvent(
        new DragEvent('drop', { dataTransfer, shiftKey: true, bubbles: true, cancelable: true }),
      );
    }, movingGif());
    await until('all images', async () => (await panel.locator('.image-chip img').count()) === 32);
    await chip('“script.svg” is an SVG drawing').waitFor();
    await chip('8,000 × 5,000').waitFor();
    assert.match((await chip('moving.gif').getAttribute('title')) ?? '', /Animated/);
    await parley.screenshot('images-many');
    await page.keyboard.press('Enter');
    await replied('I see 32 images.');
    await panel.locator('.image-chip').first().waitFor({ state: 'detached' });
  });

  /** The rows of the list of chats with the chat of the first tests, and its copy once there is one. */
  const firstChat = async (count: number) => {
    await runPaletteCommand(parley.page, 'Parley: Show Chats');
    const rows = quickPick().locator('.monaco-list-row[aria-label*="What is in here?"]');
    await until('the rows', async () => (await rows.count()) === count);
    return rows;
  };
  const missing = () => parley.panel.locator('.picture.missing');

  it('are exported with their chat', async () => {
    const { page, panel } = parley;
    await (await firstChat(1)).click();
    await panel.locator('article.reply', { hasText: 'I see 2 images.' }).waitFor();
    await runPaletteCommand(page, 'Parley: Export Chats');
    // The chat in front is chosen.
    await quickPick().getByPlaceholder('Select chats to export').press('Enter');
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>('.quick-input-widget input')?.value.endsWith('.md'),
    );
    const exported = join(workspace, 'exported.json');
    await quickPick().locator('input').first().fill(exported);
    await page.keyboard.press('Enter');
    await until('the file', async () =>
      (await readFile(exported, 'utf8').catch(() => '')).includes('I see 2 images.'),
    );
  });

  it('leave a quiet place once their file is gone', async () => {
    const files = await imageFiles(parley.dataFolder);
    assert.ok(files.length >= 2);
    await Promise.all(files.map(async (path) => rm(path)));
    await parley.newChat();
    await (await firstChat(1)).click();
    await until('every place', async () => (await missing().count()) === 2);
    assert.equal(
      await missing().last().getAttribute('aria-label'),
      '“chart.png” is no longer available.',
    );
    await parley.screenshot('images-gone');
  });

  it('come back with an import', async () => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Import Chats');
    await quickPick().locator('.monaco-list-row', { hasText: 'exported.json' }).click();
    // The copy, or the chat itself: which is listed first depends on the clock.
    for (const index of [0, 1]) {
      await parley.newChat();
      await (await firstChat(2)).nth(index).click();
      const shown = await until('its pictures, or their places', async () =>
        (await missing().count()) === 2
          ? 'places'
          : (await pictures().count()) === 2
            ? 'pictures'
            : undefined,
      );
      if (shown === 'pictures') {
        return;
      }
    }
    assert.fail('No chat has its pictures.');
  });
});

/** The image files in the data of VS Code. */
async function imageFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((path) => /parley-chat\.parley.*[0-9a-f]{64}\.\w+$/.test(path))
    .map((path) => join(folder, path));
}
