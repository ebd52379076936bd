import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createChatSync, type LiveConversation } from '../../../../src/host/store/sync/chatSync.ts';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { createStoreCopy } from '../../../../src/host/store/move/copyStore.ts';
import { fromBase64, toBase64 } from '../../../../src/host/images/imageFiles.ts';
import { createImageStore, type ImageStore } from '../../../../src/host/images/imageStore.ts';
import type { Image } from '../../../../src/shared/images/image.ts';
import { readImageFile } from '../../../../src/shared/images/file/readImageFile.ts';
import { aTurn } from '../../../support/builders.ts';
import { createMemoryFiles, type MemoryFiles } from '../../../support/store/memoryFiles.ts';
import {
  aJpeg,
  aPng,
  bytesOf,
  exifBlock,
  jpegSegment,
} from '../../../support/images/imageFiles.ts';

interface Stores {
  readonly files: MemoryFiles;
  readonly drafts: MemoryFiles;
  readonly images: ImageStore;
}

function stores(files = createMemoryFiles(), drafts = createMemoryFiles()): Stores {
  const readFile = async (bytes: Uint8Array) => readImageFile(bytes);
  return { files, drafts, images: createImageStore({ files, drafts, readFile }) };
}

async function kept(
  images: ImageStore,
  chat: { id: string; isTemporary?: boolean },
): Promise<Image> {
  const result = await images.keep(chat, aPng(), 'a.png');
  assert.ok('image' in result);
  return result.image;
}

const pathOf = ({ id }: Image) => `c/images/${id}.png`;

describe('imageStore', () => {
  it('keeps what a message is going to name, under its hash and without metadata', async () => {
    const { images, files, drafts } = stores();
    const bytes = aJpeg(40, 30, [
      jpegSegment(0xe1, bytesOf('Exif\0\0', exifBlock({ 0x8825: 'here', 0x0110: 'camera' }))),
    ]);
    const result = await images.keep({ id: 'c' }, bytes, 'cat\u202Egpj.jpg');
    assert.ok('image' in result);
    const { image, removed, isAnimated } = result;
    assert.deepEqual([...removed].toSorted(), ['camera', 'place']);
    assert.equal(isAnimated, false);
    const read = await images.read('c', image.id);
    assert.deepEqual(read, aJpeg());
    assert.equal(image.id, createHash('sha256').update(aJpeg()).digest('hex'));
    const { id: _id, ...facts } = image;
    assert.deepEqual(facts, {
      type: 'image/jpeg',
      name: 'cat\\u{202e}gpj.jpg',
      width: 40,
      height: 30,
      size: aJpeg().length,
    });
    // Nothing is in the folder of the chat before the message is sent.
    assert.deepEqual([files.content.size, drafts.content.size], [0, 1]);
  });

  it('stores an image again with a chat that another window has deleted', async () => {
    const { images, files } = stores();
    const image = await kept(images, { id: 'c' });
    await images.settle({ id: 'c' }, [image]);
    await createChatStore(files).remove('c');
    await images.settle({ id: 'c' }, [image]);
    assert.deepEqual(files.content.get(pathOf(image)), aPng());
  });

  it('says in a sentence why a file cannot be sent', async () => {
    const { images, drafts } = stores();
    const result = await images.keep({ id: 'c' }, bytesOf('<svg></svg>'), 'a.svg');
    assert.ok('problem' in result && result.problem.startsWith('“a.svg” is an SVG drawing'));
    assert.equal(drafts.content.size, 0);
  });

  it('moves an image into the folder of its chat, and leaves no draft', async () => {
    const { images, files, drafts } = stores();
    const image = await kept(images, { id: 'c' });
    await images.settle({ id: 'c' }, [image]);
    assert.deepEqual([[...files.content.keys()], drafts.content.size], [[pathOf(image)], 0]);
    // Another window finds it.
    assert.deepEqual(await stores(files, drafts).images.read('c', image.id), aPng());
    assert.equal(await images.read('other', image.id), undefined);
  });

  it('still has an image for the second of two messages, and finds a draft after a reload', async () => {
    const { images, files, drafts } = stores();
    const image = await kept(images, { id: 'c' });
    await kept(images, { id: 'd' });
    await images.settle({ id: 'c' }, [image]);
    await images.settle({ id: 'd' }, [image]);
    assert.ok(files.content.has(`d/images/${image.id}.png`));
    assert.equal(drafts.content.size, 0);
    const again = await kept(images, { id: 'e' });
    const reloaded = stores(files, drafts).images;
    await reloaded.settle({ id: 'e' }, [again]);
    assert.ok(files.content.has(`e/images/${image.id}.png`));
  });

  it('gives nothing for a file that is gone or is another one', async () => {
    const { images, files } = stores();
    const image = await kept(images, { id: 'c' });
    await images.settle({ id: 'c' }, [image]);
    files.content.set(pathOf(image), aPng(9, 9));
    assert.equal(await images.read('c', image.id), undefined);
    files.content.delete(pathOf(image));
    assert.equal(await images.read('c', image.id), undefined);
    assert.equal(await images.read('c', '../../x'), undefined);
    await images.settle({ id: 'c' }, [image]);
  });

  it('has the images of a temporary chat in memory only, until it is saved or closed', async () => {
    const { images, files, drafts } = stores();
    const image = await kept(images, { id: 'c', isTemporary: true });
    await images.settle({ id: 'c', isTemporary: true }, [image]);
    assert.deepEqual([files.content.size, drafts.content.size], [0, 0]);
    assert.deepEqual(await images.read('c', image.id), aPng());
    await images.settle({ id: 'c' }, [image]);
    assert.deepEqual([...files.content.keys()], [pathOf(image)]);
    const other = await kept(images, { id: 't', isTemporary: true });
    images.forget('t');
    images.forget('c');
    assert.equal(await images.read('t', other.id), undefined);
    assert.deepEqual(await images.read('c', image.id), aPng());
  });

  it('keeps an image in memory if it cannot be written, and writes it later', async () => {
    const { images, files, drafts } = stores();
    drafts.beforeChange = () => {
      throw new Error('disk full');
    };
    const image = await kept(images, { id: 'c' });
    assert.deepEqual(await images.read('c', image.id), aPng());
    await images.settle({ id: 'c' }, [image]);
    assert.deepEqual([...files.content.keys()], [pathOf(image)]);
  });

  it('deletes what was never sent, after a week', async () => {
    const { images, drafts } = stores();
    await kept(images, { id: 'c' });
    // The times of these files are near 1970.
    await images.removeOld();
    assert.equal(drafts.content.size, 0);
  });
});

describe('the images of a stored chat', () => {
  const turn = (image: Image) => aTurn('1', { user: { text: 'x', context: [], images: [image] } });

  it('are written before the turn that names them', async () => {
    const { images, files } = stores();
    const written: string[] = [];
    files.beforeChange = (what, path) => void (what === 'move' && written.push(path));
    const image = await kept(images, { id: 'c' });
    const sync = createChatSync(
      createChatStore(files),
      { failed: assert.fail, recovered: () => {}, saved: () => {} },
      images,
    );
    const started = turn(image);
    const conversation = { id: 'c', createdAt: 0, turns: [started], headId: '1' };
    let tell: Parameters<LiveConversation['onDidApply']>[0] = () => {};
    const live = sync.start(
      {
        conversation,
        isRunning: false,
        takeIn: () => {},
        onDidApply: (listener) => {
          tell = listener;
          return { dispose: () => {} };
        },
      },
      { onLabels: () => {}, onDeleted: () => {} },
    );
    tell({ event: { kind: 'turnStarted', turn: started }, from: 'here' });
    await sync.flush();
    live.dispose();
    const places = ['c/images/', 'c/turns/'].map((start) =>
      written.findIndex((path) => path.startsWith(start)),
    );
    assert.ok(places[0] !== -1 && (places[0] ?? 0) < (places[1] ?? 0), written.join());
  });

  it('go and come back with it, and move with it', async () => {
    const { images, files } = stores();
    const store = createChatStore(files);
    const image = await kept(images, { id: 'c' });
    await images.settle({ id: 'c' }, [image]);
    await store.saveTurn('c', turn(image));
    await store.remove('c');
    assert.equal(await images.read('c', image.id), undefined);
    // It was continued after its deletion, with another image.
    const other = await images.keep({ id: 'c' }, aPng(8, 8), 'b.png');
    assert.ok('image' in other);
    await images.settle({ id: 'c' }, [other.image]);
    await store.saveTurn('c', aTurn('2'));
    await store.restore('c');
    assert.deepEqual(await images.read('c', image.id), aPng());
    assert.deepEqual(await images.read('c', other.image.id), aPng(8, 8));

    const moved = createMemoryFiles();
    await createStoreCopy(files, moved)(() => {});
    assert.deepEqual(await stores(moved).images.read('c', image.id), aPng());
    await store.remove('c');
    await store.purge('c');
    assert.deepEqual(
      [...files.content.keys()].filter((path) => path.includes(image.id)),
      [],
    );
  });

  it('are read back with the turn, and a turn of an earlier version without them', async () => {
    const { files } = stores();
    const store = createChatStore(files);
    const image = { ...(await kept(stores().images, { id: 'c' })) };
    await store.saveTurn('c', turn(image));
    await store.saveTurn('c', aTurn('0'));
    const { conversation } = (await store.load('c')) ?? assert.fail();
    assert.deepEqual(
      conversation.turns.map(({ user }) => user.images),
      conversation.turns.map(({ id }) => (id === '1' ? [image] : undefined)),
    );
  });
});

describe('base64', () => {
  it('gives the bytes back, of any length', () => {
    for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
      assert.equal(toBase64(bytes), Buffer.from(bytes).toString('base64'));
      assert.deepEqual(fromBase64(toBase64(bytes)), bytes);
    }
    assert.equal(fromBase64('ä'), undefined);
  });
});
