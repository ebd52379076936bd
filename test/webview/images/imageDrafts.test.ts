import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import { openPanel, type OpenPanel, settings, type StoredState } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import { bmpFile, imageFile, imageHost } from './imageFiles.ts';

function opened(stored: StoredState = {}): OpenPanel {
  const panel = openPanel(stored);
  panel.snapshot([]);
  panel.box.focus();
  return panel;
}

function transfer(files: readonly File[], text?: string): DataTransfer {
  const data = new DataTransfer();
  files.forEach((file) => data.items.add(file));
  if (text !== undefined) {
    data.setData('text/plain', text);
  }
  return data;
}

/** Pastes as the browser does: it puts text into the box itself unless the panel has taken it. */
function paste(panel: OpenPanel, files: readonly File[], text?: string): void {
  const clipboardData = transfer(files, text);
  const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true });
  if (panel.box.dispatchEvent(event) && text !== undefined) {
    document.execCommand('insertText', false, text);
  }
}

function chips(panel: OpenPanel): readonly HTMLElement[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.image-chip')];
}

function texts(panel: OpenPanel): readonly string[] {
  return chips(panel).map((chip) =>
    [...chip.querySelectorAll<HTMLElement>('.image-name, .image-facts > .quiet, .image-problem')]
      .map((one) => one.innerText.trim())
      .join(' | '),
  );
}

/** Whether all chips are read and shown. */
function areReady(panel: OpenPanel, count: number): boolean {
  return (
    chips(panel).length === count &&
    chips(panel).every((chip) => chip.querySelector('img, .image-problem') !== null)
  );
}

describe('an image in the input box', () => {
  it('is pasted, together with text, and both are sent', async () => {
    const panel = opened();
    const host = imageHost(panel);
    paste(panel, [imageFile('plot.png', [1200, 800])], 'What is this?');
    await host.until('the chip', () => areReady(panel, 1));
    equal(panel.box.value, 'What is this?');
    const [image] = await Promise.all(
      panel.posted
        .filter(({ kind }) => kind === 'keepImage')
        .map(async () => [...host.files.keys()][0]),
    );
    equal(texts(panel)[0]?.startsWith('plot.png | 1,200 × 800 · '), true, texts(panel)[0]);
    equal(texts(panel)[0]?.endsWith(' · ~ 1,105 tokens'), true, texts(panel)[0]);
    await pressKey('Enter');
    const sent = panel.posted.at(-1);
    equal(sent?.kind === 'send' && [sent.text, sent.images?.map(({ id }) => id)], [
      'What is this?',
      [image],
    ]);
    const user = {
      text: 'What is this?',
      context: [],
      images: sent?.kind === 'send' ? sent.images : [],
    };
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { user }) });
    await host.until('the chip is gone', () => panel.get('.image-attachments').hidden);
    equal(panel.box.value, '');
  });

  it('can be sent without text, and counts in the estimate', async () => {
    const panel = opened();
    const host = imageHost(panel);
    equal(panel.get('.send-button').hasAttribute('disabled'), true);
    paste(panel, [imageFile('a.png', [750, 100])]);
    await host.until('the chip', () => areReady(panel, 1));
    equal(panel.get('.send-button').hasAttribute('disabled'), false);
    equal(panel.get('.context-meter').innerText, '~ 425 tok');
  });

  it('waits with the message until it is read', async () => {
    const panel = opened();
    const host = imageHost(panel);
    await typeText('Look');
    paste(panel, [imageFile('a.png', [10, 10])]);
    await pressKey('Enter');
    equal(
      panel.posted.some(({ kind }) => kind === 'send'),
      false,
    );
    const sent = await host.until('the message', () =>
      panel.posted.find(({ kind }) => kind === 'send'),
    );
    equal(sent.kind === 'send' && sent.images?.length, 1);
  });

  it('is dropped from outside; other files from there are explained', async () => {
    const panel = opened();
    const host = imageHost(panel);
    const drop = (files: readonly File[]) => {
      const dataTransfer = transfer(files);
      const over = new DragEvent('dragover', { dataTransfer, cancelable: true, bubbles: true });
      panel.box.dispatchEvent(over);
      equal([over.defaultPrevented, panel.get('.drop-overlay').hidden], [true, false]);
      const event = new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true });
      panel.box.dispatchEvent(event);
      equal([event.defaultPrevented, panel.get('.drop-overlay').hidden], [true, true]);
    };
    drop([imageFile('a.png', [4, 4]), imageFile('b.jpg', [4, 4], 'image/jpeg')]);
    await host.until('the chips', () => areReady(panel, 2));
    equal(panel.root.querySelector('.notice'), null);
    drop([new File(['text'], 'a.txt', { type: 'text/plain' })]);
    equal(panel.get('.notice-text').innerText.startsWith('Only images can be added'), true);
    equal(chips(panel).length, 2);
  });

  it('comes from the host: picked, from the Explorer or from a notebook', async () => {
    const panel = opened();
    const host = imageHost(panel);
    const file = imageFile('cell 3.png', [30, 20]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    panel.tell({ kind: 'addImages', files: [{ name: 'cell 3.png', bytes }] });
    await host.until('the chip', () => areReady(panel, 1));
    const [chip] = texts(panel);
    equal(chip?.startsWith('cell 3.png | 30 × 20'), true, chip);
  });

  it('says what of its metadata was removed, in the tooltip and to screen readers', async () => {
    const panel = opened();
    const host = imageHost(panel, undefined, ['place', 'camera']);
    paste(panel, [imageFile('a.png', [4, 4])]);
    await host.until('the chip', () => areReady(panel, 1));
    const words = 'Removed from the image before sending: place, camera';
    equal(chips(panel)[0]?.title, `a.png\n${words}`);
    equal(panel.get('.image-chip .visually-hidden').textContent?.trim(), words);
  });

  it('is converted to PNG where services do not read its format, which is said', async () => {
    const panel = opened();
    const host = imageHost(panel);
    paste(panel, [bmpFile('old.bmp')]);
    await host.until('the chip', () => areReady(panel, 1));
    const kept = panel.posted.find(({ kind }) => kind === 'keepImage');
    equal(kept?.kind === 'keepImage' && [kept.name, kept.bytes.slice(0, 4).join()], [
      'old.png',
      '137,80,78,71',
    ]);
    equal(chips(panel)[0]?.title, 'old.png\nConverted from BMP to PNG.');
  });

  it('is not there if the file is broken, no image or an SVG, and says so', async () => {
    const panel = opened();
    const host = imageHost(panel);
    const whole = new Uint8Array(await imageFile('x', [40, 40]).arrayBuffer());
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>parent.x = 1</script></svg>';
    paste(panel, [
      new File([whole.slice(0, 40)], 'cut.png', { type: 'image/png' }),
      new File([svg], 'drawing.svg', { type: 'image/svg+xml' }),
      new File([`<?xml version="1.0"?>\n${svg}`], 'hidden.png', { type: 'image/png' }),
      new File(['no image'], 'scan.tiff', { type: 'image/tiff' }),
    ]);
    await host.until('the chips', () => areReady(panel, 4));
    const drawing =
      'is an SVG drawing, which services do not read as an image. Save it as PNG, or attach it as text.';
    equal(texts(panel), [
      '“cut.png” is damaged or incomplete. Save the image again, then add it.',
      `“drawing.svg” ${drawing}`,
      `“hidden.png” ${drawing}`,
      '“scan.tiff” is not a PNG, JPEG, WebP or GIF image. Save it as one of these, then add it again.',
    ]);
    equal(panel.posted.filter(({ kind }) => kind === 'keepImage').length, 0);
    equal(panel.get('.send-button').hasAttribute('disabled'), true);
    equal('x' in window, false);
    for (const chip of chips(panel)) {
      chip.querySelector<HTMLElement>('[title="Remove"]')?.click();
    }
    equal(panel.get('.image-attachments').hidden, true);
    equal(document.activeElement === panel.box, true);
  });

  it('has no dot at the end of a line in a narrow panel', async () => {
    await window.setPageWidth(300);
    const panel = opened();
    const host = imageHost(panel);
    paste(panel, [imageFile('plot.png', [3000, 2000])]);
    await host.until('the chip', () => areReady(panel, 1));
    const { left } = panel.get('.image-facts .separated').getBoundingClientRect();
    const dots = [...panel.root.querySelectorAll('.image-facts .separator')];
    const inSight = dots.filter((dot) => dot.getBoundingClientRect().left >= left);
    await window.setPageWidth();
    equal([dots.length, inSight.length], [2, 0], 'each fact has a line of its own');
  });

  it('is there once, and thirty of them are there in order with their sum', async () => {
    const panel = opened();
    const host = imageHost(panel);
    const same = imageFile('same.png', [750, 10]);
    paste(panel, [same, same]);
    await host.until('one chip', () => areReady(panel, 1));
    const files = Array.from({ length: 29 }, (_, index) => imageFile(`${index}.png`, [750, 10]));
    paste(panel, files);
    await host.until('thirty chips', () => areReady(panel, 30));
    const names = chips(panel).map(
      (chip) => chip.querySelector<HTMLElement>('.image-name')?.innerText,
    );
    equal(names, ['same.png', ...files.map(({ name }) => name)]);
    equal(/^30 images · .* · ~ 12,750 tokens$/.test(panel.get('.image-total').innerText), true);
    equal(panel.get('.image-list').clientHeight <= 0.31 * innerHeight, true);
  });

  it('says how many are too many', async () => {
    const panel = opened();
    const host = imageHost(panel);
    const files = Array.from({ length: 53 }, (_, index) => new File(['x'], `${index}.png`));
    paste(panel, files);
    await host.until('all chips', () => areReady(panel, 51));
    equal(texts(panel).at(-1), 'A message can have at most 50 images. The others were not added.');
  });

  it('survives a reload with its notes, and a reload in a temporary chat takes it away', async () => {
    const stored: StoredState = {};
    const before = opened(stored);
    const host = imageHost(before, undefined, ['camera']);
    paste(before, [imageFile('a.png', [8, 6])]);
    await host.until('the chip', () => areReady(before, 1));
    const after = opened(stored);
    await imageHost(after, host.files).until('the chip after the reload', () => areReady(after, 1));
    equal(chips(after)[0]?.title, 'a.png\nRemoved from the image before sending: camera');
    equal(after.posted.filter(({ kind }) => kind === 'keepImage').length, 0);
    await pressKey('Enter');
    const sent = after.posted.at(-1);
    equal(sent?.kind === 'send' && sent.images?.map(({ name }) => name), ['a.png']);

    const hidden: StoredState = {};
    const temporary = openPanel(hidden);
    const conversation = { id: 't', createdAt: 0, turns: [], isTemporary: true };
    temporary.tell({ kind: 'snapshot', conversation, settings });
    temporary.box.focus();
    paste(temporary, [imageFile('secret.png', [8, 6])]);
    await imageHost(temporary).until('the chip', () => areReady(temporary, 1));
    equal(JSON.stringify(hidden.value).includes('secret'), false);
  });

  it('is named if the page ended while it was read, once', async () => {
    const stored: StoredState = {};
    const before = opened(stored);
    paste(before, [imageFile('a.png', [8, 6]), imageFile('b.png', [8, 6])]);
    // No host answers.
    await imageHost(openPanel()).until('the image is read', () =>
      before.posted.some(({ kind }) => kind === 'keepImage'),
    );
    const after = opened(stored);
    await imageHost(after).until('the sentences', () => areReady(after, 2));
    equal(
      texts(after),
      ['a.png', 'b.png'].map(
        (name) => `“${name}” was not added, because the panel was hidden meanwhile. Add it again.`,
      ),
    );
    equal(after.get('.send-button').hasAttribute('disabled'), true);
    equal(JSON.stringify(stored.value).includes('b.png'), false);
  });

  it('says that its file is gone after a reload', async () => {
    const stored: StoredState = {};
    const before = opened(stored);
    const host = imageHost(before);
    paste(before, [imageFile('a.png', [8, 6])]);
    await host.until('the chip', () => areReady(before, 1));
    const after = opened(stored);
    await imageHost(after).until('the sentence', () => areReady(after, 1));
    equal(texts(after), ['“a.png” is no longer available.']);
    equal(after.get('.send-button').hasAttribute('disabled'), true);
  });

  it('says what the model list says of images, and is sent all the same', async () => {
    const panel = openPanel();
    const target = { connection: 'Local', model: 'm' };
    panel.snapshot([], { target: { ...target, images: 'notListed' } });
    panel.box.focus();
    const host = imageHost(panel);
    paste(panel, [imageFile('a.png', [8, 6])]);
    await host.until('the chip', () => areReady(panel, 1));
    equal(
      panel.get('.image-hint').innerText,
      'The model list does not mention images for this model.',
    );
    panel.tell({ kind: 'settings', settings: { target: { ...target, images: 'refused' } } });
    await host.until('the other words', () =>
      panel.get('.image-hint').innerText.includes('rejected'),
    );
    panel.tell({ kind: 'settings', settings: { target: { ...target, images: 'listed' } } });
    await host.until('no words', () => panel.root.querySelector('.image-hint') === null);
    await pressKey('Enter');
    equal(panel.posted.at(-1)?.kind, 'send');
  });

  it('is scaled down on request by keyboard, with what that saves, and can be the original again', async () => {
    const panel = opened();
    const host = imageHost(panel);
    paste(panel, [imageFile('large.png', [3000, 1500])]);
    await host.until('the chip', () => areReady(panel, 1));
    const original = [...host.files.keys()][0];
    const button = panel.get('.image-size');
    button.focus();
    await pressKey('Enter');
    const rows = () =>
      [...panel.root.querySelectorAll<HTMLElement>('.size-row')].map((row) => [
        row.querySelector<HTMLElement>('.size-label')?.innerText,
        row.ariaChecked,
        row.ariaDisabled,
      ]);
    await host.until('all sizes', () => rows().every(([, , isDisabled]) => isDisabled === 'false'));
    equal(rows(), [
      ['Original', 'true', 'false'],
      ['2,048 × 1,024 pixels', 'false', 'false'],
      ['1,024 × 512 pixels', 'false', 'false'],
      ['512 × 256 pixels', 'false', 'false'],
    ]);
    const detail = panel.root.querySelectorAll<HTMLElement>('.size-row .quiet')[2]?.innerText ?? '';
    equal(/saves .*about 680 tokens$/.test(detail), true, detail);
    equal(document.activeElement?.textContent?.includes('Original'), true);
    await pressKey('ArrowDown');
    await pressKey('ArrowDown');
    await pressKey('Enter');
    await host.until('the smaller image', () => texts(panel)[0]?.includes('1,024 × 512'));
    await host.until('no menu', () => panel.root.querySelector('.size-menu') === null);
    equal(chips(panel)[0]?.title, 'large.png\nScaled down from 3,000 × 1,500 pixels.');
    panel.get('.image-size').click();
    await host.until(
      'the menu',
      () => rows().length === 4 && rows().every(([, , off]) => off === 'false'),
    );
    equal(
      rows().map(([, isChecked]) => isChecked),
      ['false', 'false', 'true', 'false'],
    );
    await pressKey('Home');
    await pressKey('Enter');
    await host.until('the original', () => texts(panel)[0]?.includes('3,000 × 1,500'));
    panel.box.focus();
    await pressKey('Enter');
    const sent = panel.posted.at(-1);
    equal(sent?.kind === 'send' && sent.images?.map(({ id }) => id), [original]);
  });

  it('closes the menu with Escape, which gives the focus back and stops nothing', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    const host = imageHost(panel);
    paste(panel, [imageFile('large.png', [3000, 10])]);
    await host.until('the chip', () => areReady(panel, 1));
    panel.get('.image-size').focus();
    await pressKey('Enter');
    await host.until('the menu', () => panel.root.querySelector('.size-row'));
    await pressKey('Escape');
    await host.until('no menu', () => panel.root.querySelector('.size-menu') === null);
    equal(document.activeElement === panel.get('.image-size'), true);
    equal(
      panel.posted.some(({ kind }) => kind === 'stop'),
      false,
    );
  });

  it('goes back into the box with a queued message', async () => {
    const panel = opened();
    const host = imageHost(panel);
    paste(panel, [imageFile('a.png', [8, 6])]);
    await host.until('the chip', () => areReady(panel, 1));
    await pressKey('Enter');
    const sent = panel.posted.at(-1);
    const images = sent?.kind === 'send' ? sent.images : undefined;
    panel.snapshot([aTurn('1')]);
    panel.events({ kind: 'messageQueued', message: { text: '', context: [], images } });
    await host.until('no chip', () => chips(panel).length === 0);
    equal(panel.get('.queued').innerText.includes('1 image'), true);
    panel.get('[aria-label="Edit in Input Box"]').click();
    await host.until('the chip again', () => areReady(panel, 1));
    equal(texts(panel)[0]?.startsWith('a.png'), true);
  });
});
