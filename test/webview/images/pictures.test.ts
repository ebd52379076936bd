import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import type { Image } from '../../../src/shared/images/image.ts';
import { anEndedTurn, nextFrame, openPanel, type OpenPanel, settled } from '../openPanel.ts';
import { pressKey } from '../realKeyboard.ts';
import { imageFile, imageHost, stored } from './imageFiles.ts';

const paragraphs = 'A paragraph.\n\n'.repeat(150);

function figures(panel: OpenPanel): readonly HTMLElement[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.picture')];
}

function pictures(panel: OpenPanel): readonly HTMLImageElement[] {
  return [...panel.root.querySelectorAll<HTMLImageElement>('.picture img')];
}

/** Whether the browser has decoded all pictures. */
function areShown(panel: OpenPanel, count: number): boolean {
  return (
    pictures(panel).length === count &&
    pictures(panel).every(({ naturalWidth }) => naturalWidth > 0)
  );
}

async function anImage(
  files: Map<string, Uint8Array>,
  name: string,
  size: readonly [number, number] = [600, 300],
): Promise<Image> {
  return stored(imageFile(name, size), files);
}

describe('a picture of the transcript', () => {
  it('belongs to messages and replies, has words for screen readers, and takes its place at once', async () => {
    const files = new Map<string, Uint8Array>();
    const [asked, replied] = [await anImage(files, 'asked.png'), await anImage(files, 'made.png')];
    const panel = openPanel();
    const turn = anEndedTurn('1', 'Here it is.', { images: [replied] });
    panel.snapshot([{ ...turn, user: { text: 'Draw', context: [], images: [asked] } }]);
    const before = figures(panel).map(
      (figure) => figure.getBoundingClientRect().toJSON() as unknown,
    );
    equal(before.length, 2);
    equal(
      figures(panel).map((figure) => [figure.role, figure.ariaLabel]),
      [
        ['img', 'asked.png, 600 × 300 pixels'],
        ['img', 'made.png, 600 × 300 pixels'],
      ],
    );
    await imageHost(panel, files).until('both', () => areShown(panel, 2));
    await nextFrame();
    equal(
      figures(panel).map((figure) => figure.getBoundingClientRect().toJSON() as unknown),
      before,
    );
    equal(
      panel.root.querySelector('.user-message .picture img')?.getAttribute('alt'),
      'asked.png, 600 × 300 pixels',
    );
    equal(
      panel.root.querySelector('.reply .picture img')?.getAttribute('alt'),
      'made.png, 600 × 300 pixels',
    );
    equal(
      pictures(panel).every(({ src }) => src.startsWith('blob:')),
      true,
    );
  });

  it('comes with a running reply', async () => {
    const files = new Map<string, Uint8Array>();
    const image = await anImage(files, 'made.png');
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events({ kind: 'replyImages', turnId: '1', images: [image], at: 2000 });
    await imageHost(panel, files).until('it', () => areShown(panel, 1));
    equal(panel.root.querySelectorAll('.waiting:not([hidden])').length <= 1, true);
  });

  it('is bounded in height and width, however large or narrow it is', async () => {
    const sizes = [
      [40_000, 20],
      [20, 40_000],
      [8000, 5000],
      [1, 1],
      [0, 0],
    ] as const;
    const panel = openPanel();
    const turns = sizes.map(([width, height], index) => {
      const id = index.toString(16).repeat(64);
      const image: Image = { id, type: 'image/png', name: 'a', width, height, size: 1 };
      const reply = { status: 'completed', images: [image] } as const;
      return aTurn(`${index}`, { parentId: index === 0 ? undefined : `${index - 1}`, reply });
    });
    panel.snapshot(turns);
    for (const figure of figures(panel)) {
      const { width, height } = figure.getBoundingClientRect();
      equal([width >= 32, width <= 420, height >= 32, height <= 322], [true, true, true, true]);
    }
    equal(figures(panel).length, 5);
    equal(document.documentElement.scrollWidth <= innerWidth, true);
  });

  it('has its bytes only while it is near the view, and comes back', async () => {
    const revoked: string[] = [];
    const revoke = URL.revokeObjectURL.bind(URL);
    URL.revokeObjectURL = (url) => {
      revoked.push(url);
      revoke(url);
    };
    try {
      const files = new Map<string, Uint8Array>();
      const image = await anImage(files, 'first.png');
      const panel = openPanel();
      const host = imageHost(panel, files);
      const first = anEndedTurn('1', paragraphs, { images: [] });
      const second = { ...anEndedTurn('2', paragraphs), parentId: '1' };
      panel.snapshot([{ ...first, user: { text: 'a', context: [], images: [image] } }, second]);
      await settled();
      equal([host.reads.length, pictures(panel).length], [0, 0]);
      const scroller = panel.get('.scroller');
      scroller.scrollTop = 0;
      await host.until('the picture', () => areShown(panel, 1));
      const { src } = pictures(panel)[0] ?? {};
      scroller.scrollTop = scroller.scrollHeight;
      await host.until('it is gone', () => pictures(panel).length === 0);
      equal(revoked.includes(src ?? ''), true);
      scroller.scrollTop = 0;
      await host.until('the picture again', () => areShown(panel, 1));
      equal(host.reads.length, 2);
    } finally {
      URL.revokeObjectURL = revoke;
    }
  });

  it('is a quiet place with its name once its file is gone or broken, without a jump', async () => {
    const files = new Map<string, Uint8Array>();
    const gone = await anImage(new Map(), '<b>gone</b>.png');
    const broken = await anImage(files, 'broken.png');
    files.set(broken.id, (files.get(broken.id) ?? new Uint8Array()).slice(0, 30));
    const panel = openPanel();
    const turn = anEndedTurn('1', 'x');
    panel.snapshot([{ ...turn, user: { text: 'a', context: [], images: [gone, broken] } }]);
    const heights = figures(panel).map(({ offsetHeight }) => offsetHeight);
    await imageHost(panel, files).until(
      'both',
      () => panel.root.querySelectorAll('.picture.missing').length === 2,
    );
    equal(
      figures(panel).map((figure) => [figure.innerText.trim(), figure.ariaLabel]),
      [
        ['<b>gone</b>.png', '“<b>gone</b>.png” is no longer available.'],
        ['broken.png', 'Image not available: broken.png'],
      ],
    );
    equal(
      figures(panel).map(({ offsetHeight }) => offsetHeight),
      heights,
    );
  });

  it('opens large with a click or Enter, and is saved', async () => {
    const files = new Map<string, Uint8Array>();
    const image = await anImage(files, 'a.png');
    const panel = openPanel();
    panel.snapshot([
      { ...anEndedTurn('1', 'x'), user: { text: 'a', context: [], images: [image] } },
    ]);
    await imageHost(panel, files).until('it', () => areShown(panel, 1));
    panel.get('.picture-open').focus();
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'openImage', image });
    panel.get('[aria-label="Save Image"]').click();
    equal(panel.posted.at(-1), { kind: 'saveImage', image });
  });

  it('is copied as PNG, and says so if that fails', async () => {
    const files = new Map<string, Uint8Array>();
    const image = await stored(imageFile('a.jpg', [20, 10], 'image/jpeg'), files);
    const panel = openPanel();
    panel.snapshot([
      { ...anEndedTurn('1', 'x'), user: { text: 'a', context: [], images: [image] } },
    ]);
    const host = imageHost(panel, files);
    await host.until('it', () => areShown(panel, 1));
    const written: ClipboardItem[] = [];
    let isAllowed = true;
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        write: async (items: readonly ClipboardItem[]) => {
          if (!isAllowed) {
            throw new Error('not allowed');
          }
          written.push(...items);
        },
      },
    });
    try {
      panel.get('[aria-label="Copy Image"]').click();
      await host.until('the check mark', () => panel.root.querySelector('.picture .codicon-check'));
      const blob = await written[0]?.getType('image/png');
      equal([...new Uint8Array((await blob?.arrayBuffer()) ?? []).slice(1, 4)], [0x50, 0x4e, 0x47]);
      await host.until('the icon again', () => panel.root.querySelector('.picture .codicon-copy'));
      isAllowed = false;
      panel.get('[aria-label="Copy Image"]').click();
      await host.until('the words', () =>
        panel.root.querySelector('[aria-label="The image could not be copied."]'),
      );
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    }
  });

  it('of 40 megapixels is shown as a small copy', async () => {
    const files = new Map<string, Uint8Array>();
    const image = await anImage(files, 'huge.png', [8000, 5000]);
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'x', { images: [image] })]);
    await imageHost(panel, files).until('it', () => areShown(panel, 1));
    const width = pictures(panel)[0]?.naturalWidth ?? 0;
    equal([width > 300, width <= 1100], [true, true], String(width));
  });
});
