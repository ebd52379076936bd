import assert from 'node:assert/strict';
import { addCellOutput, isImageFile } from '../../../../src/host/panel/addImages.ts';
import { fileNameOf } from '../../../../src/host/panel/images/imageDocuments.ts';
import { PanelImages } from '../../../../src/host/panel/images/panelImages.ts';
import type { ImageStore } from '../../../../src/host/images/imageStore.ts';
import type { Panel } from '../../../../src/host/panel/panel.ts';
import type { Image } from '../../../../src/shared/images/image.ts';
import type { HostToView } from '../../../../src/shared/panel/panelProtocol.ts';
import type { PanelNotice } from '../../../../src/shared/panel/panelState.ts';

const image: Image = {
  id: 'a'.repeat(64),
  type: 'image/png',
  name: 'a.png',
  width: 1,
  height: 1,
  size: 3,
};

/** A store in memory: images by chat and id. */
function memoryStore(): ImageStore & { readonly chats: Map<string, Map<string, Uint8Array>> } {
  const chats = new Map<string, Map<string, Uint8Array>>();
  return {
    chats,
    async keep({ id }, bytes, name) {
      if (bytes.length === 0) {
        throw new Error('no space');
      }
      chats.set(id, new Map([[image.id, bytes]]));
      return { image: { ...image, name }, removed: [], isAnimated: false };
    },
    read: async (chatId, imageId) => chats.get(chatId)?.get(imageId),
    settle: async () => {},
    copy: async () => {},
    forget: () => {},
    removeOld: async () => {},
  };
}

/** A panel that shows a chat, with what it was told. */
function aPanel(chatId: string) {
  const told: HostToView[] = [];
  const notices: PanelNotice[] = [];
  const chat = { session: { conversation: { id: chatId } } } as Panel['chat'];
  const tell = (message: HostToView) => void told.push(message);
  return { chat, tell, notice: (notice: PanelNotice) => void notices.push(notice), told, notices };
}

describe('the images of a panel', () => {
  it('are kept with an answer in every case', async () => {
    const images = new PanelImages(memoryStore());
    const panel = aPanel('one');
    const name = 'n'.repeat(300);
    await images.keep({ name, bytes: new Uint8Array(3) }, 'd', panel);
    await images.keep({ name: 'b', bytes: new Uint8Array() }, 'e', panel);
    assert.deepEqual(panel.told, [
      {
        kind: 'imageKept',
        draft: 'd',
        kept: { image: { ...image, name: 'n'.repeat(200) }, removed: [], isAnimated: false },
      },
      { kind: 'imageKept', draft: 'e', kept: { problem: '“b” could not be saved: no space' } },
    ]);
  });

  it('are read one by one, and one that is gone is said to be', async () => {
    const store = memoryStore();
    const images = new PanelImages(store);
    const panel = aPanel('one');
    // As Node reads files; VS Code would post it as an object.
    store.chats.set('one', new Map([[image.id, Buffer.from([1])]]));
    await images.tellBytes([image.id, 'other'], panel);
    assert.deepEqual(panel.told, [
      { kind: 'imageBytes', id: image.id, bytes: new Uint8Array([1]) },
      { kind: 'imageBytes', id: 'other', bytes: undefined },
    ]);
    await images.take({ ...image, id: 'other' }, 'open', panel);
    assert.deepEqual(panel.notices, [
      { severity: 'warning', text: '“a.png” is no longer available.' },
    ]);
  });

  it('follow a message into another chat', async () => {
    const store = memoryStore();
    const images = new PanelImages(store);
    store.chats.set('one', new Map([[image.id, new Uint8Array([1])]]));
    await images.tellBytes([image.id], aPanel('one'));
    const other = aPanel('two');
    await images.tellBytes([image.id], other);
    assert.deepEqual(other.told, [
      { kind: 'imageBytes', id: image.id, bytes: new Uint8Array([1]) },
    ]);
    assert.equal(store.chats.has('two'), false, 'nothing is kept before it is sent');
    await images.bring([image], other);
    assert.deepEqual(store.chats.get('two')?.get(image.id), new Uint8Array([1]));
  });
});

describe('an image that cannot be read', () => {
  it('counts as gone, and the reason is said', async () => {
    const read = async () => {
      throw new Error('no permission');
    };
    const panel = aPanel('one');
    const images = new PanelImages({ ...memoryStore(), read });
    await images.tellBytes(['a', 'b'], panel);
    assert.deepEqual(panel.told, [
      { kind: 'imageBytes', id: 'a', bytes: undefined },
      { kind: 'imageBytes', id: 'b', bytes: undefined },
    ]);
    assert.deepEqual(panel.notices.at(-1), { severity: 'error', text: 'no permission' });
  });
});

describe('the name of the file of an image', () => {
  it('is one on every system, with the ending of its type', () => {
    const names = [
      'a.png',
      'a',
      'A.JPEG',
      '../../x/y.png',
      'a\u202egpj.exe',
      '..',
      '',
      'x'.repeat(500),
    ];
    assert.deepEqual(
      names.map((name) => fileNameOf({ name, type: 'image/png' })),
      [
        'a.png',
        'a.png',
        'A.png',
        '_.._x_y.png',
        'a_gpj.exe.png',
        'image.png',
        'image.png',
        `${'x'.repeat(100)}.png`,
      ],
    );
    assert.equal(fileNameOf({ name: 'a.png', type: 'image/jpeg' }), 'a.jpg');
  });
});

describe('image files', () => {
  it('are known by their names; a drawing in SVG is text', () => {
    const uri = (path: string) => ({ path }) as Parameters<typeof isImageFile>[0];
    assert.deepEqual(
      ['/a.png', '/a.b.JPG', '/a.heic', '/a.svg', '/png', '/a.ts', '/a.png/b'].map((path) =>
        isImageFile(uri(path)),
      ),
      [true, true, true, false, false, false, false],
    );
  });
});

describe('the output of a cell', () => {
  const data = (text: string) => new TextEncoder().encode(text);
  const cell = (outputs: readonly (readonly string[])[], index = 2) =>
    ({
      index,
      notebook: { uri: { path: '/w/plots.ipynb' } },
      outputs: outputs.map((mimes) => ({
        items: mimes.map((mime) => ({ mime, data: data(mime) })),
      })),
    }) as unknown as Parameters<typeof addCellOutput>[0];

  it('gives one image for each output that has some, the best of its types', () => {
    const panel = aPanel('one');
    addCellOutput(
      cell([
        ['text/plain', 'image/jpeg', 'image/png'],
        ['text/html'],
        ['image/svg+xml', 'image/jpeg'],
      ]),
      panel,
    );
    assert.deepEqual(panel.told, [
      {
        kind: 'addImages',
        files: [
          { name: 'plots.ipynb 3.1.png', bytes: data('image/png') },
          { name: 'plots.ipynb 3.2.jpeg', bytes: data('image/jpeg') },
        ],
      },
    ]);
  });

  it('without an image is said to have none', () => {
    const panel = aPanel('one');
    addCellOutput(cell([['image/svg+xml', 'text/plain']]), panel);
    assert.deepEqual(panel.told, []);
    assert.deepEqual(panel.notices, [
      { severity: 'info', text: 'The output of this cell has no image that can be attached.' },
    ]);
  });
});
