import assert from 'node:assert/strict';
import { readExport } from '../../../support/transfer/readExport.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { toBase64 } from '../../../../src/host/images/imageFiles.ts';
import { createImageStore } from '../../../../src/host/images/imageStore.ts';
import { exportText } from '../../../../src/host/transfer/exportFormats.ts';
import { importImages } from '../../../../src/host/transfer/importChats.ts';
import { conversationHtml } from '../../../../src/markdown/conversationHtml.ts';
import type { Image } from '../../../../src/shared/images/image.ts';
import { readImageFile } from '../../../../src/shared/images/file/readImageFile.ts';
import { aTurn } from '../../../support/builders.ts';
import { aJpeg, aPng, bytesOf, jpegSegment } from '../../../support/images/imageFiles.ts';
import { createMemoryFiles } from '../../../support/store/memoryFiles.ts';

function images(files = createMemoryFiles()) {
  const readFile = async (bytes: Uint8Array) => readImageFile(bytes);
  return createImageStore({ files, drafts: createMemoryFiles(), readFile });
}

async function kept(bytes: Uint8Array, name: string): Promise<Image> {
  const result = await images().keep({ id: 'c' }, bytes, name);
  assert.ok('image' in result);
  return result.image;
}

const redactor = createRedactor(async () => []);
const loadPage = async () => assert.fail('No page is needed.');
const newId = () => crypto.randomUUID();

async function aChat() {
  const [sent, made] = [await kept(aPng(), 'a "<b>".png'), await kept(aPng(9, 9), 'made')];
  const turn = aTurn('1', {
    user: { text: 'What is this?', context: [], images: [sent] },
    reply: { status: 'completed', text: 'A cat.', images: [made] },
  });
  const conversation = { id: 'c', createdAt: 0, turns: [turn], headId: '1' };
  const data = { [sent.id]: toBase64(aPng()), [made.id]: toBase64(aPng(9, 9)) };
  return { sent, made, archived: { conversation, labels: {}, images: data } };
}

describe('images in an archive', () => {
  it('come back with their chat, byte by byte, into the folder of the chat', async () => {
    const { sent, made, archived } = await aChat();
    const value: unknown = JSON.parse(await exportText(archived, 'json', { redactor, loadPage }));
    const [read] = readExport(value, newId).conversations;
    assert.deepEqual(read?.images, archived.images);
    const files = createMemoryFiles();
    const store = images(files);
    const { conversation, lost } = await importImages('new', read ?? assert.fail(), store);
    assert.equal(lost, 0);
    assert.deepEqual(conversation.turns[0]?.user.images, [sent]);
    assert.deepEqual(conversation.turns[0]?.reply.images, [made]);
    assert.deepEqual(
      [...files.content.keys()].toSorted(),
      [`new/images/${sent.id}.png`, `new/images/${made.id}.png`].toSorted(),
    );
    assert.deepEqual(await store.read('new', sent.id), aPng());
  });

  it('are not masked, and not part of what is stored beside them', async () => {
    const { archived, sent } = await aChat();
    const key = archived.images[sent.id]?.slice(0, 40) ?? '';
    const masking = createRedactor(async () => [key]);
    await masking.ready();
    const value: unknown = JSON.parse(
      await exportText(archived, 'json', { redactor: masking, loadPage }),
    );
    const [read] = readExport(value, newId).conversations;
    assert.deepEqual(read?.images, archived.images);
    assert.ok(!('images' in read.conversation));
  });

  it('are still named if the file does not hold them, and left out if they are none', async () => {
    const { archived, sent, made } = await aChat();
    const svg = Buffer.from('<svg onload="alert(1)"></svg>').toString('base64');
    const { conversation, lost } = await importImages(
      'new',
      { ...archived, images: { [made.id]: svg } },
      images(),
    );
    assert.equal(lost, 2);
    assert.deepEqual(conversation.turns[0]?.user.images, [sent]);
    assert.deepEqual(conversation.turns[0]?.reply.images, []);
  });

  it('lose their metadata on the way in, whoever wrote the archive', async () => {
    const { archived, sent } = await aChat();
    const secret = aJpeg(4, 4, [jpegSegment(0xfe, bytesOf('SECRET'))]);
    const store = images();
    const { conversation } = await importImages(
      'new',
      { ...archived, images: { [sent.id]: toBase64(secret) } },
      store,
    );
    const [image] = conversation.turns[0]?.user.images ?? [];
    assert.ok(image !== undefined && image.id !== sent.id && image.type === 'image/jpeg');
    assert.deepEqual(await store.read('new', image.id), aJpeg(4, 4));
  });

  it('are no problem, whatever stands in their place', () => {
    for (const images of [7, 'x', [], { a: 7 }, { __proto__: 'x' }, null]) {
      const value = {
        kind: 'parley-conversations',
        format: 1,
        conversations: [{ id: 'c', createdAt: 0, turns: [aTurn('1')], images }],
      };
      const { conversations, problems } = readExport(value, newId);
      assert.deepEqual([conversations.length, problems], [1, []]);
    }
  });
});

describe('images in an export to read', () => {
  it('are part of the Markdown, and named if they are gone', async () => {
    const { archived, made } = await aChat();
    const { [made.id]: _gone, ...others } = archived.images;
    const chat = { ...archived, images: others };
    const text = await exportText(chat, 'md', { redactor, loadPage });
    assert.ok(text.includes(`![a "<b>".png](data:image/png;base64,${toBase64(aPng())})`));
    assert.ok(text.includes('*Image not available: made*'));
  });

  it('are part of the page, whose policy then allows them and nothing else', async () => {
    const { archived } = await aChat();
    const loadPage = async () => conversationHtml;
    const page = await exportText(archived, 'html', { redactor, loadPage });
    const source = `data:image/png;base64,${toBase64(aPng())}`;
    assert.ok(page.includes(`<img src="${source}" alt="a &quot;&lt;b&gt;&quot;.png"`), page);
    assert.match(page, /default-src 'none'; img-src data:; style-src/);
    const without = { ...archived.conversation, turns: [aTurn('1')] };
    const plain = await exportText({ ...archived, conversation: without }, 'html', {
      redactor,
      loadPage,
    });
    assert.doesNotMatch(plain, /img-src/);
  });
});

describe('images in exports of other programs', () => {
  const png = toBase64(aPng());
  const url = `data:image/png;base64,${png}`;
  const exports: Readonly<Record<string, unknown>> = {
    'Open WebUI': {
      chat: {
        history: {
          currentId: 'u',
          messages: {
            u: {
              role: 'user',
              content: '',
              files: [
                { type: 'image', url, name: 'cat.png' },
                { type: 'image', url: 'https://example.com/a.png' },
              ],
            },
          },
        },
      },
    },
    LibreChat: {
      conversationId: 'c',
      messages: [
        {
          messageId: 'u',
          isCreatedByUser: true,
          text: 'Look',
          content: [{ type: 'image_url', image_url: { url } }],
          files: [{ file_id: 'x' }],
        },
      ],
    },
    'VS Code': {
      requests: [
        {
          message: { text: 'Look' },
          variableData: {
            variables: [
              { kind: 'image', name: 'cat.png', value: { $base64: png } },
              { kind: 'file', name: 'a.ts', value: {} },
            ],
          },
          response: [{ value: 'A cat.' }],
        },
      ],
    },
  };
  for (const [program, value] of Object.entries(exports)) {
    it(`are read where ${program} holds them as data; the others are counted`, async () => {
      const { conversations, problems } = readExport(value, newId);
      assert.deepEqual(problems, [
        'Only text and the images in the file are imported. Skipped files, images and tool results: 1.',
      ]);
      const [archived = assert.fail()] = conversations;
      const store = images();
      const { conversation, lost } = await importImages('new', archived, store);
      assert.equal(lost, 0);
      const [image] = conversation.turns[0]?.user.images ?? [];
      assert.deepEqual(image && [image.width, image.height], [3, 2]);
      assert.deepEqual(await store.read('new', image?.id ?? ''), aPng());
    });
  }
});
